import type { MoveEnd } from './move-end'

const AT_ONCE = 10_000

interface Claim {
  consumer: string
  event_id: string
  claimed_at: string
}

/* An event is delivered again when its offset was not committed: within minutes. */
const firstId = (schema: string) =>
  `SELECT ${schema}.partition_bound('inbox', now() - interval '2 hours') AS id`

/**
 * Claims of no company, of before the release that notes it or of platform scope, are copied where they may still be asked for. Those that are there stay.
 */
export async function copyEarlierClaims(source: MoveEnd, target: MoveEnd, schema: string): Promise<void> {
  const inbox = `${schema}.inbox`
  const [first] = await source.rows<{ id: string }>(firstId(schema))
  for (let after = { consumer: '', event_id: first?.id }; ;) {
    const claims = await source.rows<Claim & Record<string, unknown>>(
      `SELECT consumer, event_id, claimed_at::text FROM ${inbox}
       WHERE claimed_for IS NULL AND event_id >= $1 AND (consumer, event_id) > ($2, $3) ORDER BY consumer, event_id LIMIT ${AT_ONCE}`,
      [first?.id, after.consumer, after.event_id],
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
