import type { UnsettledPaymentView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { invoiceChanged } from '../invoices'
import type { Charge } from './charge'
import type { PaymentDeps } from './payment-deps'
import { judgeUnsettled, unsettledCents } from './settlement'

export interface UnsettledDeps extends PaymentDeps {
  onResolved(session: Session, charge: Charge): void
}

export const toUnsettledView = (charge: Charge): UnsettledPaymentView => ({
  txid: charge.txid,
  invoiceId: charge.invoiceId,
  reason: judgeUnsettled(charge) ?? 'surplus',
  value: Math.abs(unsettledCents(charge)) / 100,
  createdAt: charge.createdAt.toISOString(),
})

/**
 * Takes a payment off the lists of those about which a person has to decide: it was refunded or made good outside of Balcão. It is
 * listed again when its amounts change. Not idempotent.
 * @throws {AppError} ERR_NO_INVOICE_FOUND
 */
export async function resolvePayment(deps: UnsettledDeps, session: Session, txid: string): Promise<void> {
  // Platform scope: super users decide about payments of every company.
  const resolved = await deps.db.asPlatform(async (tx) => {
    const charge = await deps.charges.resolve(tx, txid, deps.clock.now())
    if (!charge) throw new AppError('ERR_NO_INVOICE_FOUND')
    const invoice = await deps.invoices.find(tx, charge.companyId, charge.invoiceId)
    if (invoice) await deps.events.append(tx, [invoiceChanged(deps, invoice)])
    return charge
  })
  deps.onResolved(session, resolved)
}
