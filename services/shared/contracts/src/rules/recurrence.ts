/** How often a company pays, with the months that a payment buys. */
export const recurrenceMonths = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const

export type Recurrence = keyof typeof recurrenceMonths

export const recurrences = Object.keys(recurrenceMonths) as Recurrence[]

/** Stored texts that are none of ours count as monthly. */
export const toRecurrence = (text: string): Recurrence =>
  recurrences.find((recurrence) => recurrence === text) ?? 'MENSAL'

/* São Paulo: UTC−3, no daylight saving since 2019. */
const OFFSET_MS = 3 * 60 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

const toCalendar = (instant: Date): Date => new Date(instant.getTime() - OFFSET_MS)

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The same day and time months later, in São Paulo's calendar; the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const calendar = toCalendar(instant)
  const day = calendar.getUTCDate()
  const moved = new Date(calendar)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  moved.setUTCDate(Math.min(day, daysInMonth(moved.getUTCFullYear(), moved.getUTCMonth())))
  return new Date(moved.getTime() + OFFSET_MS)
}

/** The due date after a payment for these months: from the due date itself, or from now when it has passed. */
export const renewDueDate = (dueAt: Date, now: Date, months: number): Date =>
  addMonths(dueAt > now ? dueAt : now, months)

/** The day of São Paulo's calendar, `YYYY-MM-DD`. */
export const toSaoPauloDay = (instant: Date): string => toCalendar(instant).toISOString().slice(0, 10)

/** When the day of an instant began in São Paulo. */
export const toSaoPauloDayStart = (instant: Date): Date =>
  new Date(Math.floor(toCalendar(instant).getTime() / DAY_MS) * DAY_MS + OFFSET_MS)

/** Whole days of São Paulo's calendar until the due date: 0 on that day, negative afterwards. */
export function countDaysUntil(dueAt: Date, now: Date): number {
  const day = (date: Date) => Math.floor(toCalendar(date).getTime() / DAY_MS)
  return day(dueAt) - day(now)
}

/** The due date that a client sent: a day alone is noon in São Paulo, so that it is the same day in its neighbours' zones. */
export const parseDueDate = (text: string): Date =>
  new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T15:00:00.000Z` : text)
