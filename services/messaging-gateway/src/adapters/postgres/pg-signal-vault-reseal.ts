import { connectionId as asConnectionId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Sql } from '@balcao/platform'

import type { SecretLocation } from '../../features/signal-vault/signal-vault.store'

type Table = SecretLocation['table']

interface Under {
  companyId: CompanyId
  keyVersion: number
}

interface SealedRow {
  location: SecretLocation
  content: Buffer
}

/* SKIP LOCKED: a session that is writing a row seals it under the current key itself, so neither waits for the other. */
const locking: Record<Table, (under: Under, page: { skip: number; limit: number }) => Sql> = {
  secrets: ({ companyId, keyVersion }, { skip, limit }) =>
    sql`SELECT connection_id, type, id, content FROM signal_secrets
      WHERE company_id = ${companyId} AND key_version = ${keyVersion}
      ORDER BY connection_id, type, id OFFSET ${skip} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  journal: ({ companyId, keyVersion }, { skip, limit }) =>
    sql`SELECT connection_id, '' AS type, hash AS id, content FROM signal_journal
      WHERE company_id = ${companyId} AND key_version = ${keyVersion} AND closed_at IS NULL
      ORDER BY seq OFFSET ${skip} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
}

const resealing: Record<Table, (under: Under, resealed: Sql) => Sql> = {
  secrets: ({ companyId, keyVersion }, resealed) =>
    sql`UPDATE signal_secrets s SET key_version = ${keyVersion}, content = x.content FROM ${resealed}
      WHERE s.company_id = ${companyId} AND s.connection_id = x.connection_id AND s.type = x.type AND s.id = x.id`,
  journal: ({ companyId, keyVersion }, resealed) =>
    sql`UPDATE signal_journal j SET key_version = ${keyVersion}, content = x.content FROM ${resealed}
      WHERE j.company_id = ${companyId} AND j.connection_id = x.connection_id AND j.hash = x.id`,
}

export async function lockSealed(
  tx: Tx,
  table: Table,
  under: Under,
  page: { skip: number; limit: number },
): Promise<SealedRow[]> {
  const rows = await query<{ connection_id: number; type: string; id: string; content: Buffer }>(
    tx,
    locking[table](under, page),
  )
  return rows.map(({ connection_id, type, id, content }) => ({
    location: { table, connectionId: asConnectionId(connection_id), type, id },
    content,
  }))
}

export async function reseal(tx: Tx, table: Table, under: Under, rows: readonly SealedRow[]): Promise<void> {
  const resealed = sql`unnest(
      ${rows.map(({ location }) => location.connectionId)}::int[], ${rows.map(({ location }) => location.type)}::text[],
      ${rows.map(({ location }) => location.id)}::text[], ${rows.map(({ content }) => content)}::bytea[]
    ) AS x (connection_id, type, id, content)`
  await execute(tx, resealing[table](under, resealed))
}
