import { toDayKey, two } from '../../lib/format-date'

/** What the filter has: two dates, or the last days. */
export interface Filter {
  type: 'date' | 'period'
  from: string
  to: string
  days: number
}

export const periodDays = [3, 7, 15, 30, 60, 90] as const

const DAY_MS = 86_400_000

/** From the first of the month to today. */
export const startFilter = (now: Date): Filter => ({
  type: 'date',
  from: toDayKey(new Date(now.getFullYear(), now.getMonth(), 1)),
  to: toDayKey(now),
  days: 30,
})

/** First and last day; undefined while the filter has no parameter. */
export function toDates(
  { type, from, to, days }: Filter,
  now: Date,
): { from: string; to: string } | undefined {
  if (type === 'period')
    return {
      from: toDayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
      to: toDayKey(now),
    }
  return from !== '' && to !== '' ? { from, to } : undefined
}

const parseDay = (day: string): Date => new Date(`${day}T12:00:00`)

/** As many days, ending on the day before. */
export function toDatesBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const first = parseDay(from)
  const days = Math.round((parseDay(to).getTime() - first.getTime()) / DAY_MS) + 1
  const shift = (by: number) =>
    toDayKey(new Date(first.getFullYear(), first.getMonth(), first.getDate() - by))
  return { from: shift(days), to: shift(1) }
}

/** A change in whole percent with its sign; undefined where there was nothing before. */
export const formatChange = (now: number, before: number, locale: string): string | undefined =>
  before === 0
    ? undefined
    : new Intl.NumberFormat(locale, {
        style: 'percent',
        maximumFractionDigits: 0,
        signDisplay: 'exceptZero',
      }).format(now / before - 1)

/** `1h 05m`; minutes alone below an hour. */
export const formatMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`

/** 1, 2 or 3, as customers chose them. */
export const roundRating = (rating: number): 1 | 2 | 3 => (rating < 1.5 ? 1 : rating < 2.5 ? 2 : 3)
