import { toSaoPauloDay, type CompanyId } from '@balcao/contracts'
import { DAY, runEachDue, type Clock, type Database, type EventLog, type Ids, type Tx } from '@balcao/kernel'

import type { Company, CompanyStore } from '../companies'
import type { PlanStore } from '../plans'
import { AHEAD_DAYS, buildInvoice, invoiceChanged, type ChosenTerms, type Invoice } from './invoice'
import type { InvoiceStore, NewInvoice } from './invoice.store'

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

async function buildWanted(
  deps: MakeInvoicesDeps,
  tx: Tx,
  company: Company,
  given: ChosenTerms | null | undefined,
): Promise<NewInvoice | undefined> {
  if (!company.dueAt) return undefined
  const known = await deps.invoices.findByDay(tx, company.id, toSaoPauloDay(company.dueAt))
  const kept = known?.status === 'open' ? known.chosen : null
  const chosen = given === undefined ? kept : given
  const plan = await deps.plans.find(tx, chosen?.planId ?? company.planId)
  return plan && buildInvoice(company, plan, chosen, deps.clock.now())
}

/**
 * The invoice for the company's present due date, made or repriced when it has to be; open ones of earlier days are canceled.
 * Idempotent, in the caller's transaction, which has locked the company.
 * @param given what a checkout chose; null: what the company has; undefined: what was chosen last.
 */
export async function putInvoice(
  deps: MakeInvoicesDeps,
  tx: Tx,
  company: Company,
  given?: ChosenTerms | null,
): Promise<Invoice | undefined> {
  const wanted = await buildWanted(deps, tx, company, given)
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
  await runEachDue<CompanyId>(
    {
      size: BATCH,
      // Platform scope: looks for companies of any tenant.
      list: (after, limit) =>
        deps.db.asPlatform((tx) => deps.invoices.listBehind(tx, until, { after, limit })),
      run: (companyId) => bringUpToDate(deps, companyId),
    },
    signal,
  )
}
