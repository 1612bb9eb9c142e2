import type { AttendantView, CompanyId, DashboardCounters, TrendsView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Period } from './period'

export type { Period }

/** A period in a company's time zone. */
export interface CompanyPeriod extends Period {
  companyId: CompanyId
  timeZone: string
}

/** A period is counted in days, one day in hours. */
export type TimeStep = 'day' | 'hour'

export type Attendant = Omit<AttendantView, 'online'>

/** Sums of trackings and ratings; one statement each. A service counts in the period in which it ended. */
export interface DashboardStore {
  /** Counters, and every active user with what they finished. */
  sum(tx: Tx, period: CompanyPeriod): Promise<{ counters: DashboardCounters; attendants: Attendant[] }>
  /** Finished by each active user, most first. */
  countByUser(tx: Tx, period: CompanyPeriod): Promise<{ name: string; count: number }[]>
  /** Finished on each day, or in each hour of the first one; those without are there with 0. `at` is local time. */
  countByTime(tx: Tx, period: CompanyPeriod, step: TimeStep): Promise<{ at: string; count: number }[]>
  /** `TrendsView`, in time's slots that began before `now`. */
  readTrends(tx: Tx, period: CompanyPeriod, step: TimeStep, now: Date): Promise<TrendsView>
}
