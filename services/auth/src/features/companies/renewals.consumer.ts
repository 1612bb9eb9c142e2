import { planId, renewDueDate } from '@balcao/contracts'
import { deskEvent, isCase, orderingKeys, type EventValue } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Inbox, Subscription, Tx } from '@balcao/kernel'

import { companyChanged, type Company } from './company'
import type { CompanyStore } from './company.store'

interface RenewalsDeps {
  db: Database
  inbox: Inbox
  companies: CompanyStore
  events: EventLog
  ids: Ids
  clock: Clock
}

const GROUP = 'auth.renewals'

/* A company without due date keeps none: it has paid for what it already has. */
async function renew(
  deps: RenewalsDeps,
  tx: Tx,
  company: Company,
  { invoiceId, months, planId: chosenPlan, recurrence }: EventValue<'invoicePaid'>,
): Promise<void> {
  const now = deps.clock.now()
  const dueAt = company.dueAt && renewDueDate(company.dueAt, now, months)
  const terms = {
    planId: chosenPlan === 0 ? company.planId : planId(chosenPlan),
    recurrence: recurrence === '' ? company.recurrence : recurrence,
  }
  const renewed = await deps.companies.save(tx, { ...company, ...terms, dueAt }, now)
  await deps.events.append(tx, [
    companyChanged(deps, renewed),
    deskEvent(deps, orderingKeys.company(company.id), 'companyRenewed', {
      invoiceId,
      dueAt: dueAt ?? undefined,
    }),
  ])
}

/** Moves the due date by what a paid invoice bought, from the later of it and now; the company gets the plan that its checkout chose. */
export const renewalsConsumer = (deps: RenewalsDeps): Subscription => ({
  group: GROUP,
  topic: 'billing',
  cases: ['invoicePaid'],
  handle: async ({ event }) => {
    if (!isCase(event, 'invoicePaid')) return
    const { value } = event.body
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      const company = await deps.companies.lock(tx, event.companyId)
      if (company) await renew(deps, tx, company, value)
    })
  },
})
