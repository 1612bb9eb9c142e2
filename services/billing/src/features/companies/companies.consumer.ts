import type { CompanyId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Inbox, Subscription, Tx } from '@balcao/kernel'

import { planChanged, restrictPlan, type PlanStore } from '../plans'
import { toCompany, type Company, type ToldCompany } from './company'
import type { CompanyStore } from './company.store'

interface CompaniesConsumerDeps {
  db: Database
  inbox: Inbox
  companies: CompanyStore
  plans: PlanStore
  events: EventLog
  ids: Ids
  clock: Clock
  /** Open invoices are for what the company has, again. */
  dropChosenTerms(tx: Tx, companyId: CompanyId): Promise<void>
  /** Cancels open invoices and forgets who paid. */
  closeAccount(tx: Tx, companyId: CompanyId): Promise<void>
  /** Drops what other services have cached of these companies' entitlements. */
  forgetEntitlements(companyIds: readonly CompanyId[]): Promise<void>
}

const GROUP = 'billing.companies'

/* A known company with another plan may use other things from now on. */
async function appendPlanChange(deps: CompaniesConsumerDeps, tx: Tx, company: Company): Promise<void> {
  const plan = await deps.plans.find(tx, company.planId)
  if (plan) await deps.events.append(tx, [planChanged(deps, company.id, restrictPlan(plan, company))])
}

async function saveCompany(
  deps: CompaniesConsumerDeps,
  eventId: string,
  company: ToldCompany,
): Promise<void> {
  await deps.db.withTenant(company.id, async (tx) => {
    if (!(await deps.inbox.claim(tx, GROUP, eventId))) return
    const before = await deps.companies.find(tx, company.id)
    const isWritten = await deps.companies.save(tx, company, deps.clock.now())
    if (!isWritten || !before) return
    if (before.planId !== company.planId)
      await appendPlanChange(deps, tx, { ...before, planId: company.planId })
    if (before.planId !== company.planId || before.recurrence !== company.recurrence)
      await deps.dropChosenTerms(tx, company.id)
  })
}

async function setCampaigns(
  deps: CompaniesConsumerDeps,
  { eventId, companyId, body }: DeskEvent<'settingChanged'>,
): Promise<void> {
  const { key, value } = body.value
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, GROUP, eventId)) || key !== 'campaignsEnabled') return
    const changed = await deps.companies.setCampaigns(tx, companyId, value === 'true')
    if (changed) await appendPlanChange(deps, tx, changed)
  })
}

/* Paid invoices stay: they are records of money. */
async function deleteCompany(
  deps: CompaniesConsumerDeps,
  eventId: string,
  companyId: CompanyId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, GROUP, eventId))) return
    await deps.companies.delete(tx, companyId)
    await deps.closeAccount(tx, companyId)
  })
}

/** Keeps billing's copy of every company: plan, due date, address, whether it may run campaigns. */
export const companiesConsumer = (deps: CompaniesConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['companyChanged', 'companyDeleted', 'settingChanged'],
  handle: async ({ event }) => {
    if (isCase(event, 'companyDeleted')) await deleteCompany(deps, event.eventId, event.companyId)
    if (isCase(event, 'settingChanged')) await setCampaigns(deps, event)
    // The envelope's company id is the tenant; row-level security refuses a body with another.
    if (isCase(event, 'companyChanged') && event.body.value.company)
      await saveCompany(deps, event.eventId, { ...toCompany(event.body.value.company), id: event.companyId })
    await deps.forgetEntitlements([event.companyId])
  },
})
