import type { CompanyId } from '@balcao/contracts'
import { DAY, type Clock, type Database, type EventLog, type Ids, type Tx } from '@balcao/kernel'

import type { Company, CompanyStore } from '../companies'
import type { PlanStore } from '../plans'
import { AHEAD_DAYS, buildInvoice, invoiceChanged, type Invoice } from './invoice'
import type { InvoiceStore } from './invoice.store'

export interface MakeInvoicesDeps {
  db: Database
  companies: CompanyStore
  plans: PlanStore
  invoices: InvoiceStore
  events: EventLog
  ids: Ids
  clock: Clock
}

const BATCH = 200

/**
 * The invoice for the company's present due date, made or repriced when it has to be; open ones of earlier days are canceled.
 * Idempotent, in the caller's transaction.
 */
export async function putInvoice(
  deps: MakeInvoicesDeps,
  tx: Tx,
  company: Company,
): Promise<Invoice | undefined> {
  const plan = await deps.plans.find(tx, company.planId)
  const wanted = plan && buildInvoice(company, plan, deps.clock.now())
  if (!wanted) return undefined
  const canceled = await deps.invoices.cancelBefore(tx, company.id, wanted.dueOn)
  const written = await deps.invoices.put(tx, wanted)
  const changed = written ? [...canceled, written] : canceled
  if (changed.length > 0)
    await deps.events.append(
      tx,
      changed.map((invoice) => invoiceChanged(deps, invoice)),
    )
  return written ?? deps.invoices.findByDay(tx, company.id, wanted.dueOn)
}

async function bringUpToDate(deps: MakeInvoicesDeps, companyId: CompanyId): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const company = await deps.companies.lock(tx, companyId)
    if (company?.active) await putInvoice(deps, tx, company)
  })
}

/** Makes the invoices of the next 20 days, each once whatever repeats, a company at a time. */
export async function makeInvoices(deps: MakeInvoicesDeps, signal: AbortSignal): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + AHEAD_DAYS * DAY)
  for (let behind: CompanyId[]; !signal.aborted;) {
    // Platform scope: looks for companies of any tenant.
    behind = await deps.db.asPlatform((tx) => deps.invoices.listBehind(tx, until, BATCH))
    for (const companyId of behind) if (!signal.aborted) await bringUpToDate(deps, companyId)
    if (behind.length < BATCH) return
  }
}
