import { DAY, SECOND } from '@balcao/kernel'

export interface PlaceholderTimes {
  firstRetryMs: number
  /** How often the phone is asked for one message. */
  maxTries: number
  /** How many messages a connection's phone is asked for in a minute. */
  perMinute: number
}

export const placeholderTimes: PlaceholderTimes = { firstRetryMs: 30 * SECOND, maxTries: 12, perMinute: 20 }

const LONGEST_RETRY_MS = 1 * DAY

/**
 * When the phone is asked once more after `tries`: in 30 s, 2 min, 8 min … a day, each up to a fifth later. Undefined: never,
 * some five days after the message came.
 * @param chance from 0 to 1.
 */
export function nextAskAt(
  tries: number,
  now: Date,
  chance: number,
  times: Pick<PlaceholderTimes, 'firstRetryMs' | 'maxTries'>,
): Date | undefined {
  if (tries >= times.maxTries) return undefined
  const ms = Math.min(LONGEST_RETRY_MS, times.firstRetryMs * 4 ** Math.max(0, tries - 1))
  return new Date(now.getTime() + ms + (ms / 5) * chance)
}
