import { toWallClock } from '../wall-clock'

/** The hours of one day: `HH:MM` on the wall clock of a zone, `''` when the rule is not applied that day. */
export interface DayHours {
  /** `monday` to `sunday`. */
  weekdayEn: string
  startTime: string
  endTime: string
}

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MINUTES_OF_DAY = 24 * 60

interface WallClock {
  weekday: string
  /** Since midnight. */
  minutes: number
}

function readWallClock(zone: string, now: number): WallClock {
  const clock = toWallClock(zone, new Date(now))
  return {
    weekday: WEEK[clock.getUTCDay()] ?? '',
    minutes: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
  }
}

const dayBefore = (weekday: string): string => WEEK[(WEEK.indexOf(weekday) + 6) % 7] ?? weekday

const parseMinutes = (time: string): number => {
  const [hours = '', minutes = ''] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

interface Shift {
  start: number
  /** After midnight when the shift goes on into the next day. */
  end: number
}

/* Undefined when one of its times is blank. The same time twice is a closed day: the default week has such a Sunday. */
function findShift(hours: readonly DayHours[], weekday: string): Shift | undefined {
  const day = hours.find(({ weekdayEn }) => weekdayEn === weekday)
  if (!day || day.startTime.trim() === '' || day.endTime.trim() === '') return undefined
  const start = parseMinutes(day.startTime)
  const end = parseMinutes(day.endTime)
  return { start, end: end < start ? end + MINUTES_OF_DAY : end }
}

const isIn = (shift: Shift, minutes: number): boolean => minutes >= shift.start && minutes < shift.end

/** Whether today is a closed day by the wall clock of the zone, and no shift of yesterday goes on. */
export function isClosedDay(hours: readonly DayHours[], zone: string, now: number): boolean {
  const today = findShift(hours, readWallClock(zone, now).weekday)
  return today !== undefined && today.start === today.end && !isWithinHours(hours, zone, now)
}

/**
 * Whether it is within business hours: from a shift's first minute to the one before its last, by the wall clock of the
 * zone. A day that is missing or has a blank time has no rule and counts as within. A shift that ends before it starts
 * ends on the next day.
 */
export function isWithinHours(hours: readonly DayHours[], zone: string, now: number): boolean {
  const { weekday, minutes } = readWallClock(zone, now)
  const today = findShift(hours, weekday)
  if (!today || isIn(today, minutes)) return true
  const yesterday = findShift(hours, dayBefore(weekday))
  return yesterday !== undefined && isIn(yesterday, minutes + MINUTES_OF_DAY)
}
