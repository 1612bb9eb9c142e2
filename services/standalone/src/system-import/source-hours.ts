import {
  defaultBusinessHours,
  isTimeZone,
  weekdays,
  type BusinessHoursView,
  type Weekday,
} from '@balcao/contracts'
import { isRecord, readRecords, readText } from '@balcao/kernel'

/** A week of another system as ours, which has one shift a day and no special days. */
export interface SourceHours {
  schedules: BusinessHoursView[]
  /** '' where the other system has none. */
  timeZone: string
  /** What of it has no place here; '' when it is the same. */
  change: string
}

/** From `HH:MM` to a later `HH:MM` of the day. */
export interface Shift {
  day: Weekday
  from: string
  to: string
}

const CHANGE = 'its hours have breaks or special days: each day is from its first to its last hour'
/** The same time twice is a closed day here. */
const CLOSED = { startTime: '00:00', endTime: '00:00' }

/* As new companies have them. */
const nameDay = (weekday: Weekday): string =>
  defaultBusinessHours.find(({ weekdayEn }) => weekdayEn === weekday)?.weekday ?? weekday

const isTime = (text: unknown): text is string =>
  typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * The week that shifts make: days without one are closed. Undefined without any shift.
 * @param hasMore the other system has special days besides
 */
export function toWeek(
  shifts: readonly Shift[],
  { timeZone, hasMore }: { timeZone: string; hasMore: boolean },
): SourceHours | undefined {
  if (shifts.length === 0) return undefined
  let isCut = hasMore
  const schedules = weekdays.map((weekdayEn) => {
    const ofDay = shifts.filter(({ day }) => day === weekdayEn)
    isCut ||= ofDay.length > 1
    const startTime = ofDay.map(({ from }) => from).sort()[0]
    const endTime = ofDay
      .map(({ to }) => to)
      .sort()
      .at(-1)
    const hours = startTime && endTime ? { startTime, endTime } : CLOSED
    return { weekday: nameDay(weekdayEn), weekdayEn, ...hours }
  })
  return { schedules, timeZone: isTimeZone(timeZone) ? timeZone : '', change: isCut ? CHANGE : '' }
}

const readTime = (...candidates: unknown[]): string => candidates.find(isTime) ?? ''

/* An entry a day, as here: a blank time is a day without a rule. Some editions have a second shift. */
function readDays(entries: readonly Record<string, unknown>[]): SourceHours | undefined {
  const days = entries.flatMap((entry) => {
    const weekdayEn = weekdays.find((known) => known === entry['weekdayEn'])
    if (!weekdayEn) return []
    const first = readTime(entry['endTime'], entry['endTimeA'])
    const startTime = readTime(entry['startTime'], entry['startTimeA'])
    return [{ weekdayEn, startTime, first, second: readTime(entry['endTimeB']) }]
  })
  if (days.every(({ startTime, first }) => startTime === '' || first === '')) return undefined
  const once = weekdays.flatMap((known) => days.find(({ weekdayEn }) => weekdayEn === known) ?? [])
  return {
    schedules: once.map(({ weekdayEn, startTime, first, second }) => ({
      weekday: nameDay(weekdayEn),
      weekdayEn,
      startTime,
      endTime: second > first ? second : first,
    })),
    timeZone: '',
    change: once.some(({ first, second }) => second > first) ? CHANGE : '',
  }
}

const listRuleShifts = ({ days, hours }: Record<string, unknown>): Shift[] =>
  (Array.isArray(days) ? days : []).flatMap((name) => {
    const day = weekdays.find((known) => known.slice(0, 3) === name)
    return readRecords(hours).flatMap(({ from, to }) =>
      day && isTime(from) && isTime(to) && from < to ? [{ day, from, to }] : [],
    )
  })

/** The hours of Whaticket's family: a list of days, or Ticketz's rules by weekday. Undefined without any. */
export function readFamilyHours(value: unknown): SourceHours | undefined {
  if (Array.isArray(value)) return readDays(readRecords(value))
  if (!isRecord(value)) return undefined
  const { weeklyRules, overrides, timezone } = value
  return toWeek(readRecords(weeklyRules).flatMap(listRuleShifts), {
    timeZone: readText(timezone),
    hasMore: readRecords(overrides).length > 0,
  })
}
