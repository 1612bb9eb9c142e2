import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

import type { CampaignSettings } from './campaign-settings'

type Intervals = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>
type Hours = CampaignSettings['allowedHours']

/** São Paulo has had no daylight saving since 2019. */
const SAO_PAULO_OFFSET_MS = 3 * HOUR
/** A due message waits for the next look and for the answer to the one before; about this long. */
const LOOK_MS = 600

/**
 * When the message after the `sent`-th may be sent: 0 to `messageInterval` seconds later, and after each block of
 * `longerIntervalAfter` messages `greaterInterval` seconds later.
 * @param chance from 0 to 1
 */
export function computeNextAt(
  { messageInterval, longerIntervalAfter, greaterInterval }: Intervals,
  sent: number,
  now: Date,
  chance: number,
): Date {
  const isLonger = longerIntervalAfter > 0 && sent % longerIntervalAfter === 0
  const waitMs = isLonger ? greaterInterval * SECOND : chance * messageInterval * SECOND
  return new Date(now.getTime() + waitMs)
}

const toMinutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/* From midnight of São Paulo, of the day of `now`. */
const localMidnight = (now: Date): number =>
  Math.floor((now.getTime() - SAO_PAULO_OFFSET_MS) / DAY) * DAY + SAO_PAULO_OFFSET_MS

const isWithin = (minute: number, start: number, end: number): boolean =>
  start < end ? minute >= start && minute < end : minute >= start || minute < end

/** `now` within the allowed hours, else when they begin next. Hours may pass midnight; equal times are the whole day. */
export function findAllowedAt(hours: Hours, now: Date): Date {
  if (!hours || hours.start === hours.end) return now
  const [start, end] = [toMinutes(hours.start), toMinutes(hours.end)]
  const midnight = localMidnight(now)
  const minute = (now.getTime() - midnight) / MINUTE
  if (isWithin(minute, start, end)) return now
  const today = midnight + start * MINUTE
  return new Date(today > now.getTime() ? today : today + DAY)
}

/* How long the hours that hold `at` last from then on. */
function remainingMs(hours: NonNullable<Hours>, at: Date): number {
  const end = localMidnight(at) + toMinutes(hours.end) * MINUTE
  return end > at.getTime() ? end - at.getTime() : end + DAY - at.getTime()
}

/** The average time that one message takes. */
export function averageMs({ messageInterval, longerIntervalAfter, greaterInterval }: Intervals): number {
  const usualMs = (messageInterval / 2) * SECOND + LOOK_MS
  if (longerIntervalAfter === 0) return usualMs
  const longerMs = greaterInterval * SECOND + LOOK_MS
  return usualMs + (longerMs - usualMs) / longerIntervalAfter
}

/** When the last of `left` messages is sent, by intervals and allowed hours. */
export function forecastEnd(settings: Intervals & { allowedHours: Hours }, left: number, from: Date): Date {
  const { allowedHours } = settings
  let at = findAllowedAt(allowedHours, from)
  let workMs = left * averageMs(settings)
  if (!allowedHours || allowedHours.start === allowedHours.end) return new Date(at.getTime() + workMs)
  for (;;) {
    const openMs = remainingMs(allowedHours, at)
    if (workMs <= openMs) return new Date(at.getTime() + workMs)
    workMs -= openMs
    at = findAllowedAt(allowedHours, new Date(at.getTime() + openMs))
  }
}

const WINDOW = 50
const FEWEST = 10
const MOST_FAILED = 0.2

/** How many of the last outcomes decide on a stop. */
export const OUTCOMES_LOOKED_AT = WINDOW

/** Whether a campaign stops by itself: a fifth of its last 50 messages failed, from ten messages on. */
export const failsTooOften = (outcomes: readonly ('delivered' | 'failed')[]): boolean =>
  outcomes.length >= FEWEST &&
  outcomes.filter((outcome) => outcome === 'failed').length >= MOST_FAILED * outcomes.length
