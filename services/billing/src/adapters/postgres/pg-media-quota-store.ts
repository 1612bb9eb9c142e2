import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row, type Sql } from '@balcao/platform'

import type {
  MediaAccount,
  MediaQuotaStore,
  MediaUsage,
  SeenFile,
  UnsettledFile,
} from '../../features/media-quota/media-quota.store'
import { mediaFiles } from './media-quota-tables'

/* Opens the account too. The lock is a statement of its own: the next one sees what others have committed before it was granted. */
async function lockAccount(tx: Tx, companyId: CompanyId): Promise<number> {
  const [row] = await query<{ used_bytes: number }>(
    tx,
    sql`INSERT INTO media_accounts (company_id) VALUES (${companyId})
      ON CONFLICT (company_id) DO UPDATE SET company_id = excluded.company_id RETURNING used_bytes`,
  )
  return row?.used_bytes ?? 0
}

/* `change` answers what the files' sum became larger by. The account is locked. */
async function addUsed(tx: Tx, companyId: CompanyId, change: Sql): Promise<void> {
  await execute(
    tx,
    sql`WITH ${change} UPDATE media_accounts SET used_bytes = used_bytes + (SELECT bytes FROM change)
      WHERE company_id = ${companyId}`,
  )
}

/* All parts of a statement see the table as it was before: `old` is what the file had. */
async function putFile(
  tx: Tx,
  { companyId, key }: Pick<UnsettledFile, 'companyId' | 'key'>,
  { sizeBytes, unsettledAt }: { sizeBytes: number; unsettledAt: Date | null },
): Promise<void> {
  await addUsed(
    tx,
    companyId,
    sql`written AS (
        INSERT INTO media_files (company_id, key, size_bytes, unsettled_at)
        VALUES (${companyId}, ${key}, ${sizeBytes}, ${unsettledAt})
        ON CONFLICT (company_id, key) DO UPDATE SET size_bytes = excluded.size_bytes, unsettled_at = excluded.unsettled_at),
      change AS (SELECT ${sizeBytes}::bigint - coalesce((SELECT old.size_bytes FROM media_files old
        WHERE old.company_id = ${companyId} AND old.key = ${key}), 0) AS bytes)`,
  )
}

interface UsageRow extends Row {
  company_id: number
  used_bytes: number
  media_megabytes: number
  counted_at: Date | null
  refused_at: Date | null
  refused_bytes: number
}

export class PgMediaQuotaStore implements MediaQuotaStore {
  async lock(tx: Tx, companyId: CompanyId, key: string): Promise<MediaAccount | undefined> {
    const [known] = await query(tx, sql`SELECT 1 FROM companies WHERE company_id = ${companyId}`)
    if (!known) return undefined
    const usedBytes = await lockAccount(tx, companyId)
    const [row] = await query<{ media_megabytes: number; file_bytes: number }>(
      tx,
      sql`SELECT p.media_megabytes, coalesce((SELECT f.size_bytes FROM media_files f
          WHERE f.company_id = ${companyId} AND f.key = ${key}), 0) AS file_bytes
        FROM companies c JOIN plans p ON p.id = c.plan_id WHERE c.company_id = ${companyId}`,
    )
    if (!row) return undefined
    return { usedBytes, mediaMegabytes: row.media_megabytes, fileBytes: row.file_bytes }
  }

  reserve(tx: Tx, file: UnsettledFile, grantedBytes: number): Promise<void> {
    return putFile(tx, file, { sizeBytes: grantedBytes, unsettledAt: file.unsettledAt })
  }

  async noteRefusal(tx: Tx, companyId: CompanyId, at: Date, bytes: number): Promise<void> {
    await execute(
      tx,
      sql`UPDATE media_accounts SET refused_at = ${at}, refused_bytes = ${bytes} WHERE company_id = ${companyId}`,
    )
  }

  async settle(tx: Tx, companyId: CompanyId, key: string, sizeBytes: number): Promise<void> {
    await lockAccount(tx, companyId)
    await putFile(tx, { companyId, key }, { sizeBytes, unsettledAt: null })
  }

  async unsettle(tx: Tx, { companyId, key, unsettledAt }: UnsettledFile): Promise<void> {
    await lockAccount(tx, companyId)
    await execute(
      tx,
      sql`UPDATE media_files SET unsettled_at = ${unsettledAt} WHERE company_id = ${companyId} AND key = ${key}`,
    )
  }

  async release(tx: Tx, companyId: CompanyId, key: string): Promise<void> {
    await lockAccount(tx, companyId)
    await addUsed(
      tx,
      companyId,
      sql`gone AS (DELETE FROM media_files WHERE company_id = ${companyId} AND key = ${key} RETURNING size_bytes),
        change AS (SELECT -coalesce(sum(size_bytes), 0)::bigint AS bytes FROM gone)`,
    )
  }

  listUnsettled(tx: Tx, before: Date, limit: number): Promise<UnsettledFile[]> {
    return listUnsettled(tx, before, limit)
  }

  async recount(tx: Tx, companyId: CompanyId, seen: readonly SeenFile[]): Promise<void> {
    const keys = seen.map(({ key }) => key)
    const times = seen.map(({ unsettledAt }) => unsettledAt)
    const sizes = seen.map(({ sizeBytes }) => sizeBytes ?? null)
    await lockAccount(tx, companyId)
    await addUsed(
      tx,
      companyId,
      sql`seen AS (
          SELECT f.key, f.size_bytes AS old_bytes, s.size_bytes
          FROM unnest(${keys}::text[], ${times}::timestamptz[], ${sizes}::bigint[]) AS s (key, unsettled_at, size_bytes)
          JOIN media_files f ON f.company_id = ${companyId} AND f.key = s.key AND f.unsettled_at = s.unsettled_at),
        gone AS (DELETE FROM media_files f USING seen s
          WHERE f.company_id = ${companyId} AND f.key = s.key AND s.size_bytes IS NULL),
        stored AS (UPDATE media_files f SET size_bytes = s.size_bytes, unsettled_at = NULL FROM seen s
          WHERE f.company_id = ${companyId} AND f.key = s.key AND s.size_bytes IS NOT NULL),
        change AS (SELECT coalesce(sum(coalesce(size_bytes, 0) - old_bytes), 0)::bigint AS bytes FROM seen)`,
    )
  }

  async addUnsettled(tx: Tx, companyId: CompanyId, keys: readonly string[], at: Date): Promise<string[]> {
    await lockAccount(tx, companyId)
    const added = await query<{ key: string }>(
      tx,
      sql`INSERT INTO media_files (company_id, key, size_bytes, unsettled_at)
        SELECT ${companyId}, unnest(${keys}::text[]), 0, ${at} ON CONFLICT (company_id, key) DO NOTHING RETURNING key`,
    )
    return added.map(({ key }) => key)
  }

  async listUncounted(tx: Tx, limit: number): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT c.company_id FROM companies c LEFT JOIN media_accounts a ON a.company_id = c.company_id
        WHERE a.counted_at IS NULL ORDER BY c.company_id LIMIT ${limit}`,
    )
    return rows.map((row) => toCompanyId(row.company_id))
  }

  async setCounted(tx: Tx, companyId: CompanyId, at: Date): Promise<void> {
    await lockAccount(tx, companyId)
    await execute(tx, sql`UPDATE media_accounts SET counted_at = ${at} WHERE company_id = ${companyId}`)
  }

  async listUsages(tx: Tx, companyIds: readonly CompanyId[]): Promise<MediaUsage[]> {
    const rows = await query<UsageRow>(
      tx,
      sql`SELECT c.company_id, coalesce(a.used_bytes, 0) AS used_bytes, p.media_megabytes, a.counted_at, a.refused_at,
          coalesce(a.refused_bytes, 0) AS refused_bytes
        FROM companies c JOIN plans p ON p.id = c.plan_id LEFT JOIN media_accounts a ON a.company_id = c.company_id
        WHERE c.company_id = ANY(${companyIds}::int[]) ORDER BY c.company_id`,
    )
    return rows.map((row) => ({
      companyId: toCompanyId(row.company_id),
      usedBytes: row.used_bytes,
      mediaMegabytes: row.media_megabytes,
      isCounted: row.counted_at !== null,
      refusedAt: row.refused_at,
      refusedBytes: row.refused_bytes,
    }))
  }
}

async function listUnsettled(tx: Tx, before: Date, limit: number): Promise<UnsettledFile[]> {
  const files = await mediaFiles.find(
    tx,
    sql`WHERE unsettled_at < ${before} ORDER BY unsettled_at, key LIMIT ${limit}`,
  )
  return files.flatMap(({ companyId, key, unsettledAt }) =>
    unsettledAt === null ? [] : [{ companyId, key, unsettledAt }],
  )
}
