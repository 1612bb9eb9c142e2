import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import { decodeEvent, encodeEvent } from '@balcao/contracts/wire'
import type { Clock } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import { findContactId, type FeedRow, type FeedStore } from '../../features/fanout/feed.store'

interface FeedRecord {
  seq: number
  part: FeedRow['part']
  event: unknown
}

const toFeedRows = (records: readonly FeedRecord[]): FeedRow[] =>
  records.map(({ seq, part, event }) => ({ seq, part, event: decodeEvent(event) }))

/*
 * Assigns `seq` and inserts in one statement. The head row's lock is held until commit, so the order
 * of `seq` is the order of visibility. A late event about an erased contact is stored empty.
 */
const APPEND = `
  WITH head AS (
    INSERT INTO feed_heads AS h (company_id, seq) VALUES ($1, $2::bigint)
    ON CONFLICT (company_id) DO UPDATE SET seq = h.seq + $2::bigint
    RETURNING seq
  ), entries AS (
    SELECT ordinality, entry
    FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS e (entry, ordinality)
  ), told AS (
    SELECT CASE WHEN EXISTS (SELECT 1 FROM erased_contacts WHERE company_id = $1 AND contact_id = $7)
      THEN '{}'::json ELSE $5::json END AS event
  ), written AS (
    INSERT INTO feed (company_id, seq, event_id, part, channel, audience, except_rooms, event, created_at, contact_id)
    SELECT $1, head.seq - $2::bigint + ordinality, $4, entry->>'part', entry->>'channel',
      ARRAY(SELECT jsonb_array_elements_text(entry->'audience')),
      ARRAY(SELECT jsonb_array_elements_text(entry->'except')), told.event, $6, $7
    FROM head, entries, told
  )
  SELECT head.seq - $2::bigint + 1 AS first FROM head`

const VISIBLE = `
  SELECT seq, part, event FROM feed
  WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND audience && $4::text[] AND NOT except_rooms && $4::text[]
  ORDER BY seq LIMIT $5`

/* Deletes up to the newest old row of each company, so that no gap appears before a remaining row. */
const PURGE = `
  WITH old AS (
    SELECT company_id, max(seq) AS seq FROM feed WHERE created_at < $1 GROUP BY company_id
  ), doomed AS (
    SELECT f.company_id, f.seq FROM feed f JOIN old ON f.company_id = old.company_id AND f.seq <= old.seq
    ORDER BY f.company_id, f.seq LIMIT $2
  )
  DELETE FROM feed USING doomed WHERE feed.company_id = doomed.company_id AND feed.seq = doomed.seq`

/** The feed in realtime's own schema. */
export const createPgFeedStore = (clock: Clock): FeedStore => ({
  append: async (tx, event, entries) => {
    const params = [
      event.companyId,
      entries.length,
      JSON.stringify(entries),
      event.eventId,
      JSON.stringify(encodeEvent(event)),
      clock.now(),
      findContactId(event),
    ]
    const [row] = await query<{ first: number }>(tx, APPEND, params)
    if (!row) throw new Error('the feed gave no place')
    return row.first
  },

  bounds: async (tx, companyId) => {
    const [row] = await query<{ head: number; oldest: number | null }>(
      tx,
      `SELECT coalesce((SELECT seq FROM feed_heads WHERE company_id = $1), 0) AS head,
        (SELECT seq FROM feed WHERE company_id = $1 ORDER BY seq LIMIT 1) AS oldest`,
      [companyId],
    )
    const head = row?.head ?? 0
    return { head, oldest: row?.oldest ?? head + 1 }
  },

  visible: async (tx, companyId, rooms, { after, upTo, limit }) =>
    toFeedRows(await query<FeedRecord>(tx, VISIBLE, [companyId, after, upTo, rooms, limit])),

  after: async (tx, companyId, after, limit) =>
    toFeedRows(
      await query<FeedRecord>(
        tx,
        'SELECT seq, part, event FROM feed WHERE company_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [companyId, after, limit],
      ),
    ),

  heads: async (tx, companyIds) => {
    const rows = await query<{ company_id: number; seq: number }>(
      tx,
      'SELECT company_id, seq FROM feed_heads WHERE company_id = ANY($1::int[])',
      [companyIds],
    )
    return new Map<CompanyId, number>(rows.map((row) => [toCompanyId(row.company_id), row.seq]))
  },

  purge: (tx, before, limit) => execute(tx, PURGE, [before, limit]),
})
