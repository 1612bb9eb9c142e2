import { connectionId as asConnectionId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

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

/* SKIP LOCKED: a session that writes a row now seals it under the current key anyway, and nobody waits for anybody. */
const LOCK: Record<Table, string> = {
  secrets: `SELECT connection_id, type, id, content FROM signal_secrets WHERE company_id = $1 AND key_version = $2
    ORDER BY connection_id, type, id OFFSET $3 LIMIT $4 FOR UPDATE SKIP LOCKED`,
  journal: `SELECT connection_id, '' AS type, hash AS id, content FROM signal_journal
    WHERE company_id = $1 AND key_version = $2 AND closed_at IS NULL
    ORDER BY seq OFFSET $3 LIMIT $4 FOR UPDATE SKIP LOCKED`,
}

const RESEAL: Record<Table, string> = {
  secrets: `UPDATE signal_secrets s SET key_version = $2, content = x.content
    FROM unnest($3::int[], $4::text[], $5::text[], $6::bytea[]) AS x (connection_id, type, id, content)
    WHERE s.company_id = $1 AND s.connection_id = x.connection_id AND s.type = x.type AND s.id = x.id`,
  journal: `UPDATE signal_journal j SET key_version = $2, content = x.content
    FROM unnest($3::int[], $4::text[], $5::text[], $6::bytea[]) AS x (connection_id, type, id, content)
    WHERE j.company_id = $1 AND j.connection_id = x.connection_id AND j.hash = x.id`,
}

export async function lockSealed(
  tx: Tx,
  table: Table,
  { companyId, keyVersion }: Under,
  { skip, limit }: { skip: number; limit: number },
): Promise<SealedRow[]> {
  const rows = await query<{ connection_id: number; type: string; id: string; content: Buffer }>(
    tx,
    LOCK[table],
    [companyId, keyVersion, skip, limit],
  )
  return rows.map(({ connection_id, type, id, content }) => ({
    location: { table, connectionId: asConnectionId(connection_id), type, id },
    content,
  }))
}

export async function reseal(
  tx: Tx,
  table: Table,
  { companyId, keyVersion }: Under,
  rows: readonly SealedRow[],
): Promise<void> {
  await execute(tx, RESEAL[table], [
    companyId,
    keyVersion,
    rows.map(({ location }) => location.connectionId),
    rows.map(({ location }) => location.type),
    rows.map(({ location }) => location.id),
    rows.map(({ content }) => content),
  ])
}
