import { weekdays, type BusinessHoursView, type Weekday } from '@balcao/contracts'

/** What holds on a day: a shift, no answer at all, or no rule. */
export const dayModes = ['hours', 'closed', 'always'] as const
export type DayMode = (typeof dayModes)[number]

export type DayTimes = Pick<BusinessHoursView, 'startTime' | 'endTime'>

/** Blank times are no rule, the same time twice is a closed day. */
export const readDayMode = ({ startTime, endTime }: DayTimes): DayMode => {
  if (startTime === '' && endTime === '') return 'always'
  return startTime === endTime ? 'closed' : 'hours'
}

/** The times that a day begins with when it gets this mode. */
export const modeTimes: Readonly<Record<DayMode, DayTimes>> = {
  hours: { startTime: '08:00', endTime: '18:00' },
  closed: { startTime: '00:00', endTime: '00:00' },
  always: { startTime: '', endTime: '' },
}

/** What is typed as `##:##`: digits only, the colon by itself. */
export const maskTime = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Whether this is a time of the day; '' is none. */
export const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/* 2026-11-23 is a Monday, the first of `weekdays`. */
const MONDAY = Date.UTC(2026, 10, 23)
const DAY_MS = 86_400_000

/** The week with Monday's times from Tuesday to Friday. */
export const repeatMonday = (week: readonly BusinessHoursView[]): BusinessHoursView[] => {
  const [monday] = week
  return week.map((day, index) =>
    monday && index < 5 ? { ...day, startTime: monday.startTime, endTime: monday.endTime } : day,
  )
}

/** The name of a day in a language. */
export const nameWeekday = (weekday: Weekday, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    MONDAY + weekdays.indexOf(weekday) * DAY_MS,
  )

/** All seven days; a missing one has no rule. */
export const fillWeek = (schedules: readonly BusinessHoursView[], locale: string): BusinessHoursView[] =>
  weekdays.map(
    (weekdayEn) =>
      schedules.find((day) => day.weekdayEn === weekdayEn) ?? {
        weekday: nameWeekday(weekdayEn, locale),
        weekdayEn,
        ...modeTimes.always,
      },
  )

/** Zones that the browser knows. */
export const listTimeZones = (): string[] => Intl.supportedValuesOf('timeZone')
