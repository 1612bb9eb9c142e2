import { toInstant, toWallClock } from '@balcao/contracts'
import { DAY, MINUTE, SECOND } from '@balcao/kernel'

import type { CampaignSettings } from './campaign-settings'

type Intervals = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>
/** When messages may be sent, by the clocks of a zone. */
interface Hours {
  allowedHours: CampaignSettings['allowedHours']
  timeZone: string
}

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

const isWithin = (minute: number, start: number, end: number): boolean =>
  start < end ? minute >= start && minute < end : minute >= start || minute < end

/* Undefined: at any time. */
function readHours({ allowedHours: hours }: Hours): { start: number; end: number } | undefined {
  if (!hours || hours.start === hours.end) return undefined
  return { start: toMinutes(hours.start), end: toMinutes(hours.end) }
}

/* The moments of a time of day around `at`: of the day before, its own and the next. */
function listMoments(timeZone: string, minute: number, at: Date): number[] {
  const midnight = Math.floor(toWallClock(timeZone, at).getTime() / DAY) * DAY
  return [-DAY, 0, DAY].map((days) =>
    toInstant(timeZone, new Date(midnight + days + minute * MINUTE)).getTime(),
  )
}

/* The first moment after `at` at which a zone shows a time of day. */
const findNextMoment = (timeZone: string, minute: number, at: Date): Date =>
  new Date(Math.min(...listMoments(timeZone, minute, at).filter((moment) => moment > at.getTime())))

/** `now` within the allowed hours, else when they begin next. Hours may pass midnight; equal times are the whole day. */
export function findAllowedAt(hours: Hours, now: Date): Date {
  const range = readHours(hours)
  if (!range) return now
  const minute = (toWallClock(hours.timeZone, now).getTime() % DAY) / MINUTE
  return isWithin(minute, range.start, range.end) ? now : findNextMoment(hours.timeZone, range.start, now)
}

/** Delays of the last messages: how long after their time they were sent. */
export interface Delays {
  totalMs: number
  count: number
}

export const noDelays: Delays = { totalMs: 0, count: 0 }

/* A longer one is an outage, not the pace. */
const LONGEST_DELAY_MS = 5 * MINUTE
const MOST_DELAYS = 1_000

/** How long after its time a message is sent: closed hours are no delay. @param dueAt when it might have been sent by its interval */
export function computeDelayMs(hours: Hours, dueAt: Date, now: Date): number {
  const range = readHours(hours)
  const opened = range
    ? listMoments(hours.timeZone, range.start, now).filter((at) => at <= now.getTime())
    : []
  const delayMs = now.getTime() - Math.max(dueAt.getTime(), ...opened)
  return Math.round(Math.min(Math.max(delayMs, 0), LONGEST_DELAY_MS))
}

/** With one more. After 1,000 the older ones count half: a campaign follows a gateway that became slower. */
export function addDelay({ totalMs, count }: Delays, delayMs: number): Delays {
  const share = count >= MOST_DELAYS ? 0.5 : 1
  return { totalMs: Math.round(totalMs * share) + delayMs, count: Math.round(count * share) + 1 }
}

const FEWEST_DELAYS = 10
/* Before there are ten: a look each second, and the answer to the message before. */
const USUAL_DELAY_MS = 600

const averageDelayMs = ({ totalMs, count }: Delays): number =>
  count < FEWEST_DELAYS ? USUAL_DELAY_MS : totalMs / count

/** The average time that one message takes: its interval, and how long the gateway makes it wait. */
export function averageMs(
  { messageInterval, longerIntervalAfter, greaterInterval }: Intervals,
  delays: Delays,
): number {
  const usualMs = (messageInterval / 2) * SECOND
  const longerMs = greaterInterval * SECOND
  const share = longerIntervalAfter === 0 ? 0 : 1 / longerIntervalAfter
  return usualMs + (longerMs - usualMs) * share + averageDelayMs(delays)
}

/** When the last of `left` messages is sent, by intervals, allowed hours and the delays so far. */
export function forecastEnd(
  rules: Intervals & Hours,
  { left, delays, from }: { left: number; delays: Delays; from: Date },
): Date {
  const range = readHours(rules)
  let at = findAllowedAt(rules, from)
  let workMs = left * averageMs(rules, delays)
  if (!range) return new Date(at.getTime() + workMs)
  for (;;) {
    const end = findNextMoment(rules.timeZone, range.end, at)
    const openMs = end.getTime() - at.getTime()
    if (workMs <= openMs) return new Date(at.getTime() + workMs)
    workMs -= openMs
    at = findAllowedAt(rules, end)
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
