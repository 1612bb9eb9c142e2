import {
  countDaysUntil,
  planLimits,
  TRIAL_DAYS,
  type CompanyId,
  type ErrorCode,
  type PlanLimit,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { Plan } from '../plans'

/** How much a company has of what plans limit. */
export type PlanUsage = Record<PlanLimit, number>

/** Counts it, in the services that have it. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
export type CountUsage = (companyId: CompanyId) => Promise<PlanUsage>

/* 0 megabytes are no limit. */
const isLimited = (plan: Plan, limit: PlanLimit): boolean => limit !== 'mediaMegabytes' || plan[limit] > 0

/** What the company has more of than the plan allows. */
export const listExceeded = (plan: Plan, usage: PlanUsage): PlanLimit[] =>
  planLimits.filter((limit) => isLimited(plan, limit) && usage[limit] > plan[limit])

const codes: Record<PlanLimit, ErrorCode> = {
  users: 'ERR_PLAN_TOO_FEW_USERS',
  connections: 'ERR_PLAN_TOO_FEW_CONNECTIONS',
  queues: 'ERR_PLAN_TOO_FEW_QUEUES',
  mediaMegabytes: 'ERR_PLAN_TOO_LITTLE_MEDIA',
}

/**
 * @throws {AppError} ERR_PLAN_TOO_FEW_USERS, ERR_PLAN_TOO_FEW_CONNECTIONS, ERR_PLAN_TOO_FEW_QUEUES, ERR_PLAN_TOO_LITTLE_MEDIA: the first
 *   that is exceeded
 */
export function assertFits(plan: Plan, usage: PlanUsage): void {
  const [limit] = listExceeded(plan, usage)
  if (limit)
    throw new AppError(codes[limit], { detail: `${usage[limit]} in use, the plan has ${plan[limit]}` })
}

/* Plans are priced by the month; a day is a thirtieth of it. */
const DAYS_OF_MONTH = 30

/**
 * What the days until the due date, which are paid, cost more on the chosen plan: it counts from the payment on. 0 for a plan that is not
 * dearer, past the due date, and in the last three days, as long as a trial is.
 */
export function computeDifferenceCents(
  present: Plan | undefined,
  chosen: Plan,
  { dueAt, now }: { dueAt: Date; now: Date },
): number {
  const days = countDaysUntil(dueAt, now)
  if (days <= TRIAL_DAYS) return 0
  const monthlyCents = chosen.valueCents - (present?.valueCents ?? 0)
  return Math.max(0, Math.round((monthlyCents * days) / DAYS_OF_MONTH))
}
