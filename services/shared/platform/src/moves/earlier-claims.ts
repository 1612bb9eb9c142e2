import { HOUR } from '@balcao/kernel'
import { escapeIdentifier as quote } from 'pg'

import type { MoveEnd } from './move-end'

/* An event is delivered again when its offset was not committed: within minutes. */
const DELIVERED_AGAIN_WITHIN_MS = 2 * HOUR
const AT_ONCE = 10_000

interface Claim {
  consumer: string
  event_id: string
  claimed_at: string
}

/* The smallest UUIDv7 of that moment. */
const firstIdAt = (ms: number): string =>
  `${Math.floor(ms).toString(16).padStart(12, '0').padEnd(32, '0')}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  )

/**
 * Claims of no company, of before the release that notes it or of platform scope, are copied where they may still be asked for. Those that are there stay.
 */
export async function copyEarlierClaims(
  source: MoveEnd,
  target: MoveEnd,
  schema: string,
  nowMs: number,
): Promise<void> {
  const inbox = `${quote(schema)}.inbox`
  const from = firstIdAt(nowMs - DELIVERED_AGAIN_WITHIN_MS)
  for (let after: Pick<Claim, 'consumer' | 'event_id'> = { consumer: '', event_id: from }; ;) {
    const claims = await source.rows<Claim & Record<string, unknown>>(
      `SELECT consumer, event_id, claimed_at::text FROM ${inbox}
       WHERE claimed_for IS NULL AND event_id >= $1 AND (consumer, event_id) > ($2, $3) ORDER BY consumer, event_id LIMIT ${AT_ONCE}`,
      [from, after.consumer, after.event_id],
    )
    await target.rows(
      `INSERT INTO ${inbox} (consumer, event_id, claimed_at)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
      [
        claims.map((claim) => claim.consumer),
        claims.map((claim) => claim.event_id),
        claims.map((claim) => claim.claimed_at),
      ],
    )
    const last = claims.at(-1)
    if (!last || claims.length < AT_ONCE) return
    after = last
  }
}
