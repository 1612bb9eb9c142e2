import { doubledMs } from '../time/backoff'
import { DAY, HOUR, SECOND } from '../time/durations'

const RETRY = { firstMs: 5 * SECOND, longestMs: HOUR }
const TRIED_FOR_MS = 3 * DAY

/**
 * When a call that failed is made again; undefined gives it up, three days after its first try.
 * @param call `tries` so far, the failed one included; `triedSince` is the beginning of its three days.
 */
export function nextWebhookTry(call: { tries: number; triedSince: Date }, now: Date): Date | undefined {
  const next = new Date(now.getTime() + doubledMs(call.tries, RETRY))
  return next.getTime() - call.triedSince.getTime() <= TRIED_FOR_MS ? next : undefined
}
