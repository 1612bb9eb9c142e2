import { noticeKinds } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { executeUnawaited, integerSql, query, sql } from '@balcao/platform'

import type {
  DeletedPage,
  OldRowsStore,
  PageAsked,
  SentPageAsked,
} from '../../features/old-rows/old-rows.store'

const BEFORE_ANY_UUID = '00000000-0000-0000-0000-000000000000'

const ago = (ms: number) => sql`now() - ${integerSql(ms)} * interval '1 ms'`

/* Statistics are missing in a new or restored database, and the plan must not depend on them. */
const useIndexes = (tx: Tx): void =>
  executeUnawaited(
    tx,
    sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  )

interface CountedPage extends Record<string, unknown> {
  deleted: number
  last: string | null
  has_more: boolean
}

const toPage = (row: CountedPage | undefined): DeletedPage => ({
  deleted: row?.deleted ?? 0,
  last: row?.last ?? undefined,
  hasMore: row?.has_more ?? false,
})

/*
 * Pages are read by the primary key, which is in the order of time in both tables: a batch reads a thousand rows, whatever is due, and no
 * further index is written with each message. What follows a row is asked for it alone: as a join it might be read from the whole table.
 */
export class PgOldRowsStore implements OldRowsStore {
  async deleteReceived(tx: Tx, { after = BEFORE_ANY_UUID, most, keptMs }: PageAsked): Promise<DeletedPage> {
    useIndexes(tx)
    const [row] = await query<CountedPage>(
      tx,
      sql`WITH page AS MATERIALIZED (
          SELECT id, recorded_at < ${ago(keptMs)} AS is_old FROM inbound_messages
          WHERE id > ${after}::uuid ORDER BY id LIMIT ${integerSql(most)}),
        gone AS (
          DELETE FROM inbound_messages m USING page p WHERE m.id = p.id AND p.is_old
            AND NOT EXISTS (SELECT 1 FROM media_fetches f WHERE f.id = m.id)
            AND NOT EXISTS (SELECT 1 FROM placeholders w WHERE w.id = m.id)
            AND (SELECT true FROM inbound_messages n
              WHERE n.company_id = m.company_id AND n.connection_id = m.connection_id AND n.remote_jid = m.remote_jid
                AND n.participant = m.participant AND n.from_me = m.from_me AND n.kind <> ALL (${noticeKinds}::text[])
                AND (n.sent_at, n.id) > (m.sent_at, m.id) LIMIT 1)
          RETURNING 1)
        SELECT (SELECT count(*)::int FROM gone) AS deleted, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
          coalesce(count(*) = ${integerSql(most)} AND bool_or(is_old), false) AS has_more FROM page`,
    )
    return toPage(row)
  }

  async deleteSent(
    tx: Tx,
    { after = '0', most, keptMs, undeliveredKeptMs }: SentPageAsked,
  ): Promise<DeletedPage> {
    useIndexes(tx)
    const [row] = await query<CountedPage>(
      tx,
      sql`WITH page AS MATERIALIZED (
          SELECT id, created_at < ${ago(keptMs)} AS is_old FROM outbound
          WHERE id > ${after}::bigint ORDER BY id LIMIT ${integerSql(most)}),
        gone AS (
          DELETE FROM outbound o USING page p WHERE o.id = p.id AND p.is_old AND o.settled
            AND o.updated_at < ${ago(keptMs)}
            AND (o.operation <> 'send' OR o.state <> 'ACCEPTED' OR o.updated_at < ${ago(undeliveredKeptMs)})
            AND (o.sending_at IS NULL OR o.state = 'FAILED' OR (SELECT true FROM outbound n
              WHERE n.company_id = o.company_id AND n.connection_id = o.connection_id AND n.settled
                AND n.sending_at > o.sending_at AND n.state <> 'FAILED' LIMIT 1))
          RETURNING 1)
        SELECT (SELECT count(*)::int FROM gone) AS deleted, (SELECT max(id)::text FROM page) AS last,
          coalesce(count(*) = ${integerSql(most)} AND bool_or(is_old), false) AS has_more FROM page`,
    )
    return toPage(row)
  }
}
