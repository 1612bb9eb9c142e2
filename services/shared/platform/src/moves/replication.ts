import type { CompanyId } from '@balcao/contracts'
import { escapeLiteral } from 'pg'

import { formatPostgresUrl, type PostgresServer } from '../postgres'
import { REPLICATION_PREFIX } from '../postgres/moving-companies'
import type { CompanyTable } from './company-tables'
import { waitUntil, type MoveEnd } from './move-end'

/** Of the publication, the slot and the subscription. */
export const replicationName = (companyId: CompanyId): string => `${REPLICATION_PREFIX}${companyId}`

const SLOT = 'SELECT FROM pg_replication_slots WHERE slot_name = $1'
const SUBSCRIPTION = `
  SELECT FROM pg_subscription WHERE subname = $1 AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** The whole company, from now on. Repeated it completes what is missing. */
export async function publish(
  end: MoveEnd,
  tables: readonly CompanyTable[],
  companyId: CompanyId,
): Promise<void> {
  const name = replicationName(companyId)
  if (!(await end.has('SELECT FROM pg_publication WHERE pubname = $1', [name]))) {
    const filtered = tables.map(({ name: table, column }) => `${table} WHERE (${column} = ${companyId})`)
    await end.change(
      `CREATE PUBLICATION ${name} FOR TABLE ${filtered.join(', ')}
       WITH (publish = 'insert, update, delete', publish_via_partition_root = true)`,
    )
  }
  if (!(await end.has(SLOT, [name])))
    await end.rows(`SELECT pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
}

/* The target checks no certificate: it may have none to check it by. */
const formatAddress = (server: PostgresServer): string => {
  const url = new URL(formatPostgresUrl(server))
  if (server.ssl) url.searchParams.set('sslmode', 'require')
  return url.href
}

/** Copies what is published and follows it. @param from as the target reaches it */
export async function subscribe(end: MoveEnd, from: PostgresServer, companyId: CompanyId): Promise<void> {
  const name = replicationName(companyId)
  if (await end.has(SUBSCRIPTION, [name])) return
  const [version] = await end.rows<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  )
  // Before 16 it is always so.
  const asOwner = (version?.number ?? 0) >= 160_000 ? ', run_as_owner = true' : ''
  await end.rows(
    `CREATE SUBSCRIPTION ${name} CONNECTION ${escapeLiteral(formatAddress(from))} PUBLICATION ${name}
     WITH (create_slot = false, slot_name = '${name}', copy_data = true${asOwner})`,
  )
}

export interface CopyProgress {
  tables: number
  copied: number
  /** Failures so far, which Postgres tries again: its log says why. */
  failures: number
}

const PROGRESS = `
  SELECT count(*)::int AS tables, count(*) FILTER (WHERE r.srsubstate = 'r')::int AS copied,
         coalesce(max(t.apply_error_count + t.sync_error_count), 0)::int AS failures
  FROM pg_subscription s JOIN pg_subscription_rel r ON r.srsubid = s.oid
  LEFT JOIN pg_stat_subscription_stats t ON t.subid = s.oid WHERE s.subname = $1`

export async function readCopyProgress(end: MoveEnd, companyId: CompanyId): Promise<CopyProgress> {
  const [row] = await end.rows<CopyProgress & Record<string, unknown>>(PROGRESS, [replicationName(companyId)])
  return row ?? { tables: 0, copied: 0, failures: 0 }
}

/**
 * Bytes of the source's log that the target has not confirmed, of whatever company. Undefined where nothing follows: before the copy began, after
 * it ended, and once more WAL than `max_slot_wal_keep_size` was written since.
 */
export async function findLag(end: MoveEnd, companyId: CompanyId): Promise<number | undefined> {
  const [row] = await end.rows<{ bytes: number | null }>(
    `SELECT CASE WHEN wal_status <> 'lost' THEN pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 END AS bytes
     FROM pg_replication_slots WHERE slot_name = $1`,
    [replicationName(companyId)],
  )
  return row?.bytes ?? undefined
}

/** Waits until the target has everything that is committed now. */
export async function waitForTarget(source: MoveEnd, companyId: CompanyId, withinMs: number): Promise<void> {
  // Commits without `synchronous_commit` may not be written yet. The message, which nobody reads, writes them and what comes after.
  const [now] = await source.rows<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
  await source.rows(`SELECT pg_logical_emit_message(true, 'balcao', '')`)
  const isThere = async () => {
    const [slot] = await source.rows<{ isThere: boolean }>(
      `SELECT confirmed_flush_lsn >= $2::pg_lsn AS "isThere" FROM pg_replication_slots WHERE slot_name = $1`,
      [replicationName(companyId), now?.lsn],
    )
    return slot?.isThere ?? false
  }
  await waitUntil('what was written last', isThere, withinMs)
}

const RELEASED_WITHIN_MS = 60_000

/** Ends the copy on both sides; what was copied stays. Repeated it ends what is left. */
export async function endReplication(source: MoveEnd, target: MoveEnd, companyId: CompanyId): Promise<void> {
  const name = replicationName(companyId)
  // With its slots, those of tables that are being copied included.
  if (await target.has(SUBSCRIPTION, [name])) await target.rows(`DROP SUBSCRIPTION ${name}`)
  const isFree = async () =>
    !(await source.has(`SELECT FROM pg_replication_slots WHERE slot_name = $1 AND active`, [name]))
  await waitUntil('the release of the slot', isFree, RELEASED_WITHIN_MS)
  await source.rows(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1',
    [name],
  )
  await source.rows(`DROP PUBLICATION IF EXISTS ${name}`)
}
