import { toRecurrence, type PlanId, type Recurrence } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import type { Company } from '../companies'
import type { ChosenTerms } from '../invoices'
import type { Plan } from '../plans'
import type { PaymentDeps } from './payment-deps'
import { assertFits, computeDifferenceCents, type PlanUsage } from './plan-choice'

/** What a checkout asks for; what is undefined stays as the company has it. */
export interface WantedTerms {
  planId?: PlanId | undefined
  recurrence?: Recurrence | undefined
}

/** What a company has of its limits when it asks for another plan; else undefined, as nothing has to be counted. Outside of a transaction. */
export async function countForChange(
  deps: PaymentDeps,
  { companyId }: Session,
  { planId }: WantedTerms,
): Promise<PlanUsage | undefined> {
  if (planId === undefined) return undefined
  const company = await deps.db.withTenant(companyId, (tx) => deps.companies.find(tx, companyId))
  return company && company.planId !== planId ? deps.countUsage(companyId) : undefined
}

/* A plan without price has no invoice to pay. */
async function findOffered(deps: PaymentDeps, tx: Tx, planId: PlanId): Promise<Plan> {
  const plan = await deps.plans.find(tx, planId)
  if (!plan?.offered || plan.valueCents === 0) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

async function chooseOther(
  deps: PaymentDeps,
  tx: Tx,
  company: Company,
  { planId, usage }: { planId: PlanId; usage: PlanUsage | undefined },
): Promise<{ planId: PlanId; differenceCents: number }> {
  const plan = await findOffered(deps, tx, planId)
  if (!usage) throw new AppError('ERR_UNAVAILABLE', { detail: 'the company got another plan meanwhile' })
  assertFits(plan, usage)
  const present = await deps.plans.find(tx, company.planId)
  const { dueAt } = company
  const now = deps.clock.now()
  return { planId, differenceCents: dueAt ? computeDifferenceCents(present, plan, { dueAt, now }) : 0 }
}

/**
 * What the company's invoice is for: null when that is what the company has, undefined when nothing was asked for. In the transaction that
 * has locked the company.
 * @throws {AppError} ERR_NO_PLAN_FOUND for a plan that is not offered, ERR_PLAN_TOO_FEW_USERS, ERR_PLAN_TOO_FEW_CONNECTIONS,
 *   ERR_PLAN_TOO_FEW_QUEUES, ERR_PLAN_TOO_LITTLE_MEDIA
 */
export async function chooseTerms(
  deps: PaymentDeps,
  tx: Tx,
  company: Company,
  wanted: WantedTerms & { usage: PlanUsage | undefined },
): Promise<ChosenTerms | null | undefined> {
  if (wanted.planId === undefined && wanted.recurrence === undefined) return undefined
  const own = toRecurrence(company.recurrence)
  const recurrence = wanted.recurrence ?? own
  const { planId = company.planId, usage } = wanted
  if (planId !== company.planId)
    return { recurrence, ...(await chooseOther(deps, tx, company, { planId, usage })) }
  return recurrence === own ? null : { planId, recurrence, differenceCents: 0 }
}
