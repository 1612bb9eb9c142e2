import { DAY, MINUTE, SECOND } from '@balcao/kernel'

export interface MediaTimes {
  /** How long a message waits for its file before it is recorded without. */
  inlineMs: number
  /** How long one later attempt may take. */
  laterMs: number
  firstRetryMs: number
  /** Until the next attempt where the file could not be stored; it is not counted. */
  waitMs: number
  /** The same where the store, or billing, which counts its bytes, did not answer. */
  outageMs: number
  maxTries: number
}

export const mediaTimes: MediaTimes = {
  inlineMs: 45 * SECOND,
  laterMs: 10 * MINUTE,
  firstRetryMs: 1 * MINUTE,
  waitMs: 5 * MINUTE,
  outageMs: 15 * SECOND,
  maxTries: 10,
}

const MAX_RETRY_MS = 1 * DAY

/**
 * Time of the next attempt after `tries` failed ones: 1 min, 3 min, 9 min … a day, each up to a fifth longer. Undefined after
 * the last attempt, about four days after the message came.
 * @param chance from 0 to 1.
 */
export function computeNextFetch(
  tries: number,
  now: Date,
  chance: number,
  times: MediaTimes,
): Date | undefined {
  if (tries >= times.maxTries) return undefined
  const ms = Math.min(MAX_RETRY_MS, times.firstRetryMs * 3 ** Math.max(0, tries - 1))
  return new Date(now.getTime() + ms + (ms / 5) * chance)
}
