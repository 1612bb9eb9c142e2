import {
  recurrenceMonths,
  recurrences,
  toRecurrence,
  toSaoPauloDay,
  type OffersView,
  type PlanOfferView,
  type Recurrence,
} from '@balcao/contracts'
import type { Session, Tx } from '@balcao/kernel'

import { requireCompany, type Company } from '../companies'
import { toPlanView, type Plan } from '../plans'
import type { PaymentDeps } from './payment-deps'
import { computeDifferenceCents, listExceeded, type PlanUsage } from './plan-choice'

interface OfferContext {
  company: Company
  present: Plan | undefined
  usage: PlanUsage
  now: Date
}

function toOffer(plan: Plan, { company, present, usage, now }: OfferContext): PlanOfferView {
  const isPresent = plan.id === company.planId
  const { dueAt } = company
  const differenceCents = isPresent || !dueAt ? 0 : computeDifferenceCents(present, plan, { dueAt, now })
  const price = (recurrence: Recurrence) =>
    (plan.valueCents * recurrenceMonths[recurrence] + differenceCents) / 100
  return {
    plan: toPlanView(plan),
    isPresent,
    exceeded: isPresent ? [] : listExceeded(plan, usage),
    difference: differenceCents / 100,
    prices: Object.fromEntries(recurrences.map((name) => [name, price(name)])) as Record<Recurrence, number>,
  }
}

/* A company without due date has nothing to pay, so that it can choose nothing. */
async function listChoosable(
  deps: PaymentDeps,
  tx: Tx,
  { dueAt }: Company,
  present: Plan | undefined,
): Promise<Plan[]> {
  const offered = dueAt ? await deps.plans.listOffered(tx) : []
  const others = offered.filter(({ id, valueCents }) => id !== present?.id && valueCents > 0)
  const all = present ? [present, ...others] : others
  return all.sort((one, other) => one.valueCents - other.valueCents || one.name.localeCompare(other.name))
}

async function readChosen(deps: PaymentDeps, tx: Tx, company: Company): Promise<OffersView['chosen']> {
  const own = { planId: company.planId, recurrence: toRecurrence(company.recurrence) }
  if (!company.dueAt) return own
  const invoice = await deps.invoices.findByDay(tx, company.id, toSaoPauloDay(company.dueAt))
  const chosen = invoice?.status === 'open' ? invoice.chosen : null
  return chosen ? { planId: chosen.planId, recurrence: chosen.recurrence } : own
}

/**
 * The plans that a checkout of the company can choose, its own one among them, with the prices that a checkout would charge now.
 * @throws {AppError} ERR_NO_COMPANY_FOUND, and ERR_UNAVAILABLE or ERR_DEADLINE when what it uses cannot be counted
 */
export async function listOffers(deps: PaymentDeps, { companyId }: Session): Promise<OffersView> {
  const usage = await deps.countUsage(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const company = requireCompany(await deps.companies.find(tx, companyId))
    const present = await deps.plans.find(tx, company.planId)
    const context = { company, present, usage, now: deps.clock.now() }
    const plans = await listChoosable(deps, tx, company, present)
    return {
      offers: plans.map((plan) => toOffer(plan, context)),
      chosen: await readChosen(deps, tx, company),
      usage,
    }
  })
}
