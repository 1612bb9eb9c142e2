import { toDay, type Period } from '../dashboard'

export interface BudgetMonth extends Period {
  /** `2026-11`. */
  month: string
}

/** The calendar month of a moment in a zone, with its first and last day. */
export function findBudgetMonth(now: Date, timeZone: string): BudgetMonth {
  const month = toDay(now, timeZone).slice(0, 7)
  const [year = 0, number = 1] = month.split('-').map(Number)
  // Day 0 of the next month, whose index is this one's number.
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { month, from: `${month}-01`, to: `${month}-${last}` }
}
