import { AppError, DAY } from '@balcao/kernel'

/** Calendar days of the company's time zone, both included, as `YYYY-MM-DD`. */
export interface Period {
  from: string
  to: string
}

export interface PeriodAsked {
  days?: number | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

/** The calendar day of a moment in a zone. */
export const toDay = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  )

/* Days of the calendar have no clock changes: they are counted in UTC. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

const LONGEST_DAYS = 366

/**
 * The days that a dashboard is asked for: the last `days` with today, or from `date_from` to `date_to` or today.
 * @throws {AppError} ERR_VALIDATION without either, for an end before its beginning, and for more than 366 days.
 */
export function choosePeriod(
  { days, date_from: from, date_to: to }: PeriodAsked,
  now: Date,
  timeZone: string,
): Period {
  const today = toDay(now, timeZone)
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today }
  if (!from) throw new AppError('ERR_VALIDATION', { detail: 'days or date_from is required' })
  return checkPeriod({ from, to: to || today })
}

/** @throws {AppError} ERR_VALIDATION for an end before its beginning, and for more than 366 days. */
export function checkPeriod(period: Period): Period {
  const { from, to } = period
  if (to < from || to > addDays(from, LONGEST_DAYS - 1))
    throw new AppError('ERR_VALIDATION', { detail: `not a period of 1 to ${LONGEST_DAYS} days` })
  return period
}
