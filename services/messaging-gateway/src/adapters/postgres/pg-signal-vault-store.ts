import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql } from '@balcao/platform'

import type {
  SealedValue,
  SignalVaultStore,
  VaultSession,
  WrappedDataKey,
} from '../../features/signal-vault/signal-vault.store'
import { pgDataKeys } from './pg-signal-vault-keys'
import { lockSealed, reseal } from './pg-signal-vault-reseal'
import { closeRows, wipeRows, writeSealed } from './pg-signal-vault-writes'

interface KeyRow {
  key_version: number
  master_key_id: string
  wrapped: Buffer
}

/* LEFT JOIN: a row whose data key is missing must raise an error instead of disappearing from the result. */
const WITH_KEY = rawSql(
  'LEFT JOIN signal_data_keys d ON d.company_id = s.company_id AND d.version = s.key_version',
)
const KEY = rawSql(
  `s.key_version, coalesce(d.master_key_id, '') AS master_key_id, coalesce(d.wrapped, '') AS wrapped`,
)

const toDataKey = (row: KeyRow): WrappedDataKey => ({
  version: row.key_version,
  masterKeyId: row.master_key_id,
  wrapped: row.wrapped,
})

async function findSecrets(
  tx: Tx,
  { companyId, connectionId }: VaultSession,
  type: string,
  ids: readonly string[],
): Promise<(SealedValue & { id: string })[]> {
  const rows = await query<KeyRow & { id: string; content: Buffer }>(
    tx,
    sql`SELECT s.id, s.content, ${KEY} FROM signal_secrets s ${WITH_KEY}
      WHERE s.company_id = ${companyId} AND s.connection_id = ${connectionId} AND s.type = ${type} AND s.id = ANY (${ids})`,
  )
  return rows.map((row) => ({ id: row.id, content: row.content, dataKey: toDataKey(row) }))
}

async function listIds(tx: Tx, { companyId, connectionId }: VaultSession, type: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`SELECT id FROM signal_secrets
      WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND type = ${type} ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

async function findJournal(
  tx: Tx,
  { companyId, connectionId }: VaultSession,
  hash: string,
): Promise<{ seq: number; sealed: SealedValue | undefined } | undefined> {
  const [row] = await query<KeyRow & { seq: number; content: Buffer | null }>(
    tx,
    sql`SELECT s.seq, s.content, ${KEY} FROM signal_journal s ${WITH_KEY}
      WHERE s.company_id = ${companyId} AND s.connection_id = ${connectionId} AND s.hash = ${hash}`,
  )
  if (!row) return undefined
  const { seq, content } = row
  return { seq, sealed: content ? { content, dataKey: toDataKey(row) } : undefined }
}

async function listOpenJournal(
  tx: Tx,
  { companyId, connectionId }: VaultSession,
  limit: number,
): Promise<(SealedValue & { seq: number; hash: string })[]> {
  const rows = await query<KeyRow & { seq: number; hash: string; content: Buffer }>(
    tx,
    sql`SELECT s.seq, s.hash, s.content, ${KEY} FROM signal_journal s ${WITH_KEY}
      WHERE s.company_id = ${companyId} AND s.connection_id = ${connectionId} AND s.closed_at IS NULL
      ORDER BY s.seq LIMIT ${limit}`,
  )
  return rows.map((row) => ({
    seq: row.seq,
    hash: row.hash,
    content: row.content,
    dataKey: toDataKey(row),
  }))
}

const sweepJournal = (tx: Tx, closedBefore: Date, limit: number): Promise<number> =>
  execute(
    tx,
    sql`DELETE FROM signal_journal WHERE seq IN (
      SELECT seq FROM signal_journal WHERE closed_at < ${closedBefore} ORDER BY closed_at LIMIT ${limit})`,
  )

const sweepSent = (tx: Tx, createdBefore: Date, limit: number): Promise<number> =>
  execute(
    tx,
    sql`DELETE FROM signal_secrets WHERE (company_id, connection_id, type, id) IN (
      SELECT company_id, connection_id, type, id FROM signal_secrets
      WHERE type = 'sent-message' AND created_at < ${createdBefore} ORDER BY created_at LIMIT ${limit})`,
  )

export const pgSignalVaultStore: SignalVaultStore = {
  ...pgDataKeys,
  write: writeSealed,
  closeJournal: closeRows,
  wipe: wipeRows,
  listSecrets: findSecrets,
  listIds,
  findJournal,
  listOpenJournal,
  sweepJournal,
  sweepSent,
  lockSealed,
  reseal,
}
