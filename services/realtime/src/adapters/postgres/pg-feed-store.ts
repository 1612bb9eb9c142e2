import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import { decodeEvent, encodeEvent, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Tx } from '@balcao/kernel'
import { noSql, Parameter, query, queryLast, rawSql, sql, type Sql } from '@balcao/platform'

import {
  findContactId,
  type FeedBounds,
  type FeedEntry,
  type FeedRange,
  type FeedRow,
  type FeedStore,
  type Room,
} from '../../features/fanout/feed.store'

interface FeedRecord {
  seq: number
  part: FeedRow['part']
  event: unknown
}

const toFeedRows = (records: readonly FeedRecord[]): FeedRow[] =>
  records.map(({ seq, part, event }) => ({ seq, part, event: decodeEvent(event) }))

/** The feed in realtime's own schema. */
export class PgFeedStore implements FeedStore {
  constructor(private readonly clock: Clock) {}

  /*
   * Assigns `seq` and inserts in one statement. The head row's lock is held until commit, so the order
   * of `seq` is the order of visibility, and of `created_at`: a process whose clock is behind, by an hour at most, writes the
   * time of the row before. A late event about an erased contact is stored empty.
   */
  async append(tx: Tx, event: DeskEvent, entries: readonly FeedEntry[]): Promise<number> {
    const [row] = await query<{ first: number }>(tx, sql`WITH ${this.appending(event, entries, noSql)}`)
    if (!row) throw new Error('the feed gave no place')
    return row.first
  }

  async claimAndAppend(
    tx: Tx,
    group: string,
    event: DeskEvent,
    entries: readonly FeedEntry[],
  ): Promise<number | undefined> {
    const claimed = sql`claimed AS (
      INSERT INTO inbox (consumer, event_id) VALUES (${group}, ${event.eventId}) ON CONFLICT DO NOTHING RETURNING 1
    )`
    const statement = sql`WITH ${claimed}, ${this.appending(event, entries, rawSql('FROM claimed'))}`
    const [row] = await queryLast<{ first: number }>(tx, statement)
    return row?.first
  }

  /** @param source a FROM clause: nothing is written without a row of it. */
  private appending(event: DeskEvent, entries: readonly FeedEntry[], source: Sql): Sql {
    const company = new Parameter(event.companyId)
    const count = new Parameter(entries.length)
    const contact = new Parameter(findContactId(event))
    const now = new Parameter(this.clock.now())
    return sql`head AS (
          INSERT INTO feed_heads AS h (company_id, seq, last_at)
          SELECT ${company}::int, ${count}::bigint, ${now}::timestamptz ${source}
          ON CONFLICT (company_id) DO UPDATE SET seq = h.seq + ${count}::bigint,
            last_at = least(greatest(h.last_at, ${now}::timestamptz), ${now}::timestamptz + interval '1 hour')
          RETURNING seq, last_at
        ), entries AS (
          SELECT ordinality, entry
          FROM jsonb_array_elements(${JSON.stringify(entries)}::jsonb) WITH ORDINALITY AS e (entry, ordinality)
        ), told AS (
          SELECT CASE WHEN EXISTS (SELECT 1 FROM erased_contacts WHERE company_id = ${company} AND contact_id = ${contact})
            THEN '{}'::json ELSE ${JSON.stringify(encodeEvent(event))}::json END AS event
        ), written AS (
          INSERT INTO feed (company_id, seq, event_id, part, channel, audience, except_rooms, event, created_at, contact_id)
          SELECT ${company}, head.seq - ${count}::bigint + ordinality, ${event.eventId}, entry->>'part', entry->>'channel',
            ARRAY(SELECT jsonb_array_elements_text(entry->'audience')),
            ARRAY(SELECT jsonb_array_elements_text(entry->'except')), told.event, head.last_at, ${contact}
          FROM head, entries, told
        )
        SELECT head.seq - ${count}::bigint + 1 AS first FROM head`
  }

  async readBounds(tx: Tx, companyId: CompanyId): Promise<FeedBounds> {
    const [row] = await query<{ head: number; oldest: number | null }>(
      tx,
      sql`SELECT coalesce((SELECT seq FROM feed_heads WHERE company_id = ${companyId}), 0) AS head,
        (SELECT seq FROM feed WHERE company_id = ${companyId} ORDER BY seq LIMIT 1) AS oldest`,
    )
    const head = row?.head ?? 0
    return { head, oldest: row?.oldest ?? head + 1 }
  }

  async findPosition(tx: Tx, companyId: CompanyId, at: Date, most: number): Promise<number | undefined> {
    const [row] = await query<{ position: number; count: number }>(
      tx,
      sql`SELECT count(*) FILTER (WHERE created_at >= ${at})::int AS count,
          coalesce(max(seq) FILTER (WHERE created_at < ${at}), min(seq) - 1,
            (SELECT seq FROM feed_heads WHERE company_id = ${companyId}), 0) AS position
        FROM (SELECT seq, created_at FROM feed WHERE company_id = ${companyId} ORDER BY seq DESC LIMIT ${most + 1}) n`,
    )
    return row && row.count <= most ? row.position : undefined
  }

  async listVisible(
    tx: Tx,
    companyId: CompanyId,
    rooms: readonly Room[],
    { after, upTo, limit }: FeedRange,
  ): Promise<FeedRow[]> {
    const given = new Parameter(rooms)
    const records = await query<FeedRecord>(
      tx,
      sql`SELECT seq, part, event FROM feed
        WHERE company_id = ${companyId} AND seq > ${after} AND seq <= ${upTo}
          AND audience && ${given}::text[] AND NOT except_rooms && ${given}::text[]
        ORDER BY seq LIMIT ${limit}`,
    )
    return toFeedRows(records)
  }

  async listAfter(tx: Tx, companyId: CompanyId, after: number, limit: number): Promise<FeedRow[]> {
    const records = await query<FeedRecord>(
      tx,
      sql`SELECT seq, part, event FROM feed WHERE company_id = ${companyId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`,
    )
    return toFeedRows(records)
  }

  async readHeads(tx: Tx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, number>> {
    const rows = await query<{ company_id: number; seq: number }>(
      tx,
      sql`SELECT company_id, seq FROM feed_heads WHERE company_id = ANY (${companyIds}::int[])`,
    )
    return new Map(rows.map((row) => [toCompanyId(row.company_id), row.seq]))
  }
}
