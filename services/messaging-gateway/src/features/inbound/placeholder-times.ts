import { DAY, SECOND } from '@balcao/kernel'

export interface PlaceholderTimes {
  firstRetryMs: number
  /** Requests for one message. */
  maxTries: number
  /** Messages requested from a connection's phone in a minute. */
  perMinute: number
}

export const placeholderTimes: PlaceholderTimes = { firstRetryMs: 30 * SECOND, maxTries: 12, perMinute: 20 }

const MAX_RETRY_MS = 1 * DAY

/**
 * Time of the next request after `tries`: in 30 s, 2 min, 8 min … a day, each up to a fifth later. Undefined after the last
 * request, about five days after the message came.
 * @param chance from 0 to 1.
 */
export function computeNextRequest(
  tries: number,
  now: Date,
  chance: number,
  times: Pick<PlaceholderTimes, 'firstRetryMs' | 'maxTries'>,
): Date | undefined {
  if (tries >= times.maxTries) return undefined
  const ms = Math.min(MAX_RETRY_MS, times.firstRetryMs * 4 ** Math.max(0, tries - 1))
  return new Date(now.getTime() + ms + (ms / 5) * chance)
}
