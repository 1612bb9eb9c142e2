import type { Period } from '../dashboard'

/** Short periods are counted by day, long ones by month. */
export type CostStep = 'day' | 'month'

const MOST_DAYS = 62
const DAY_MS = 86_400_000

const toUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const chooseCostStep = ({ from, to }: Period): CostStep =>
  (toUtc(to) - toUtc(from)) / DAY_MS < MOST_DAYS ? 'day' : 'month'

/** Every day of the period as `2026-11-22`, or every month that it touches as `2026-11`. */
export function listCostTimes({ from, to }: Period, step: CostStep): string[] {
  const times = new Set<string>()
  const length = step === 'day' ? 10 : 7
  for (let at = toUtc(from); at <= toUtc(to); at += DAY_MS)
    times.add(new Date(at).toISOString().slice(0, length))
  return [...times]
}
