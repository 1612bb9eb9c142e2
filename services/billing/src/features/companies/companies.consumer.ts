import { isCase } from '@balcao/contracts/wire'
import type { Clock, Database, Inbox, Subscription } from '@balcao/kernel'

import { companyOf, type Company } from './company'
import type { CompanyStore } from './company.store'

interface CompaniesConsumerDeps {
  db: Database
  inbox: Inbox
  companies: CompanyStore
  clock: Clock
}

const GROUP = 'billing.companies'

async function keep(deps: CompaniesConsumerDeps, eventId: string, company: Company): Promise<void> {
  await deps.db.withTenant(company.id, async (tx) => {
    if (await deps.inbox.claim(tx, GROUP, eventId)) await deps.companies.save(tx, company, deps.clock.now())
  })
}

/** Billing's copy of every company: its plan, its due date, its address. */
export const companiesConsumer = (deps: CompaniesConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['companyChanged'],
  handle: async ({ event }) => {
    if (!isCase(event, 'companyChanged') || !event.body.value.company) return
    // The envelope's company is the one that row-level security will allow; a body of another is refused there.
    await keep(deps, event.eventId, { ...companyOf(event.body.value.company), id: event.companyId })
  },
})
