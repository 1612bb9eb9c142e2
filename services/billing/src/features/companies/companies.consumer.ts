import { isCase } from '@balcao/contracts/wire'
import type { Clock, Database, Inbox, Subscription } from '@balcao/kernel'

import { toCompany, type Company } from './company'
import type { CompanyStore } from './company.store'

interface CompaniesConsumerDeps {
  db: Database
  inbox: Inbox
  companies: CompanyStore
  clock: Clock
}

const GROUP = 'billing.companies'

async function saveCompany(deps: CompaniesConsumerDeps, eventId: string, company: Company): Promise<void> {
  await deps.db.withTenant(company.id, async (tx) => {
    if (await deps.inbox.claim(tx, GROUP, eventId)) await deps.companies.save(tx, company, deps.clock.now())
  })
}

/** Keeps billing's copy of every company: plan, due date, address. */
export const companiesConsumer = (deps: CompaniesConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['companyChanged'],
  handle: async ({ event }) => {
    if (!isCase(event, 'companyChanged') || !event.body.value.company) return
    // The envelope's company id is the tenant; row-level security refuses a body with another.
    await saveCompany(deps, event.eventId, { ...toCompany(event.body.value.company), id: event.companyId })
  },
})
