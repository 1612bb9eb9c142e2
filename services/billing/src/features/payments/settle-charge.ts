import type { CompanyId, PaymentProviderName } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { invoiceChanged, invoicePaid, putInvoice, type Invoice } from '../invoices'
import { chargeReported, isOver, type Charge } from './charge'
import type { PaymentDeps } from './payment-deps'
import type { Payment, ReportedCharge } from './payment-provider.port'
import { decideSettlement, isSameSettlement, judgeUnsettled } from './settlement'

/*
 * The charge's invoice, at the present price; the one for the present due date where that one was canceled. The company's row is locked
 * first, as by a checkout and by the job that makes invoices, so that they wait for each other.
 */
async function lockInvoice(deps: PaymentDeps, tx: Tx, charge: Charge): Promise<Invoice | undefined> {
  const company = await deps.companies.lock(tx, charge.companyId)
  const present = company?.active ? await putInvoice(deps, tx, company) : undefined
  const own = await deps.invoices.lock(tx, charge.companyId, charge.invoiceId)
  if (own?.status !== 'canceled' || !present) return own
  return deps.invoices.lock(tx, charge.companyId, present.id)
}

async function appendEvents(
  deps: PaymentDeps,
  tx: Tx,
  { companyId, invoiceId }: Charge,
  paid: Invoice | undefined,
): Promise<void> {
  if (paid) return deps.events.append(tx, [invoiceChanged(deps, paid), invoicePaid(deps, paid)])
  // Nothing of the invoice changed: its pages read again what became of the payment.
  const invoice = await deps.invoices.find(tx, companyId, invoiceId)
  return invoice && deps.events.append(tx, [invoiceChanged(deps, invoice)])
}

/* The charge as it is now; undefined when it was so before. It and its invoice become paid together, once. */
const saveSettlement = (deps: PaymentDeps, charge: Charge, payment: Payment): Promise<Charge | undefined> =>
  deps.db.withTenant(charge.companyId, async (tx) => {
    const { companyId, txid } = charge
    const invoice = await lockInvoice(deps, tx, charge)
    const before = await deps.charges.lock(tx, companyId, txid)
    if (!before) return undefined
    const settlement = decideSettlement(before, invoice, payment)
    if (isSameSettlement(before, settlement)) return undefined
    const isPaidNow = settlement.status === 'paid' && before.status !== 'paid'
    const paid =
      isPaidNow && invoice
        ? await deps.invoices.markPaid(tx, companyId, invoice.id, deps.clock.now())
        : undefined
    const after = { ...before, ...settlement, invoiceId: paid?.id ?? before.invoiceId, resolvedAt: null }
    await deps.charges.save(tx, after)
    await appendEvents(deps, tx, after, paid)
    return after
  })

async function settle(deps: PaymentDeps, charge: Charge, payment: Payment): Promise<void> {
  const settled = await saveSettlement(deps, charge, payment)
  if (!settled) return
  const reason = judgeUnsettled(settled)
  if (settled.status === 'paid' && settled.refundedCents === 0) deps.onPaid(settled)
  if (reason) deps.onUnsettled(settled, reason)
}

const end = (deps: PaymentDeps, { companyId, txid }: Charge): Promise<boolean> =>
  deps.db.withTenant(companyId, (tx) => deps.charges.end(tx, companyId, txid))

/**
 * Asks the provider what became of a charge, and settles its invoice when enough was paid. Idempotent, also when many do it at once.
 * A charge that is paid or over already may be asked about too: it may have been paid later, or paid back.
 * @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function checkCharge(deps: PaymentDeps, companyId: CompanyId, txid: string): Promise<void> {
  const charge = await deps.db.withTenant(companyId, (tx) => deps.charges.find(tx, companyId, txid))
  if (!charge || charge.provider !== deps.provider?.name) return
  const state =
    charge.providerId === null
      ? ({ kind: 'open' } as const)
      : await deps.provider.findCharge(charge.providerId)
  if (state.kind === 'paid') await settle(deps, charge, state)
  else if (isOver(charge, state, deps.clock.now())) await end(deps, charge)
}

/** Records what a provider reports, each report once; what became of the charges is asked afterwards. Unknown charges are ignored. */
export async function recordReports(
  deps: PaymentDeps,
  provider: PaymentProviderName,
  reports: readonly ReportedCharge[],
): Promise<void> {
  for (const { providerId, eventId } of reports) {
    // Platform scope: a report names no company.
    const charge = await deps.db.asPlatform((tx) => deps.charges.findByProviderId(tx, provider, providerId))
    if (!charge) continue
    await deps.db.withTenant(charge.companyId, async (tx) => {
      if (!(await deps.charges.claimReport(tx, charge, eventId, deps.clock.now()))) return
      await deps.events.append(tx, [chargeReported(deps, charge)])
    })
  }
}

const BATCH = 100

/** Asks about every open charge, for reports that never came. */
export async function pollCharges(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  if (!deps.provider) return
  // Platform scope: charges of every company.
  const open = await deps.db.asPlatform((tx) => deps.charges.listOpen(tx, BATCH))
  for (const { companyId, txid } of open) if (!signal.aborted) await checkCharge(deps, companyId, txid)
}
