import { array, object, string, text } from './fields'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** The hours of one day. Times are `HH:MM`, `''` when the day has none. */
export interface BusinessHoursView {
  /** The day's name as it was typed or translated. */
  weekday: string
  weekdayEn: Weekday
  startTime: string
  endTime: string
}

const time = () => text(5).matches(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Invalid time')

/** A week's hours in a body: at most one entry a day. Editions with two shifts a day send one of them as ours. */
export const businessHours = () =>
  array(
    object({
      weekday: text(40).defined(),
      weekdayEn: string().strict(true).oneOf(weekdays).required(),
      startTime: time().defined().meta({ also: 'startTimeA' }),
      endTime: time().defined().meta({ also: 'endTimeA' }),
    }).meta({ refused: ['startTimeB', 'endTimeB'] }),
  )
    .max(7)
    .test(
      'one-a-day',
      'A day is there twice',
      (days) => !days || new Set(days.map(({ weekdayEn }) => weekdayEn)).size === days.length,
    )

/** The zone of a company that has not chosen one. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo'

/** Whether this is a zone of the IANA database, as `America/Sao_Paulo`; offsets like `-03:00` are none. */
export function isTimeZone(zone: string): boolean {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** A zone in a body. */
export const timeZoneField = () =>
  text(60)
    .meta({ kind: 'time-zone' })
    .test('time-zone', 'Invalid time zone', (value) => value == null || isTimeZone(value))

const day = (weekday: string, weekdayEn: Weekday, startTime: string, endTime: string): BusinessHoursView => ({
  weekday,
  weekdayEn,
  startTime,
  endTime,
})

/** What a new queue begins with, as the specification has it. */
export const defaultBusinessHours: readonly BusinessHoursView[] = [
  day('Segunda-feira', 'monday', '08:00', '18:00'),
  day('Terça-feira', 'tuesday', '08:00', '18:00'),
  day('Quarta-feira', 'wednesday', '08:00', '18:00'),
  day('Quinta-feira', 'thursday', '08:00', '18:00'),
  day('Sexta-feira', 'friday', '08:00', '18:00'),
  day('Sábado', 'saturday', '08:00', '12:00'),
  day('Domingo', 'sunday', '00:00', '00:00'),
]
