import type { Tx } from '@balcao/kernel'

import { invoiceChanged, invoicePaid, putInvoice, type Invoice } from '../invoices'
import type { Charge } from './charge'
import type { PaymentDeps } from './payment-deps'
import type { Payment } from './payment-provider.port'
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

/**
 * Settles what a payment settles, and tells operators of what it does not. Idempotent, also when many do it at once.
 */
export async function settleCharge(deps: PaymentDeps, charge: Charge, payment: Payment): Promise<void> {
  const settled = await saveSettlement(deps, charge, payment)
  if (!settled) return
  const reason = judgeUnsettled(settled)
  if (settled.status === 'paid' && settled.refundedCents === 0) deps.onPaid(settled)
  if (reason) deps.onUnsettled(settled, reason)
}
