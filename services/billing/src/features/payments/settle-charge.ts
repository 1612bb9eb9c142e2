import type { CompanyId, PaymentProviderName } from '@balcao/contracts'

import { invoiceChanged, invoicePaid } from '../invoices'
import { chargeReported, judgeCharge, type Charge } from './charge'
import type { PaymentDeps } from './payment-deps'
import type { ReportedCharge } from './payment-provider.port'

/* The charge and its invoice become paid together, once: a second call finds the charge closed or the invoice paid. */
async function settle(deps: PaymentDeps, charge: Charge): Promise<void> {
  const { companyId, invoiceId, txid } = charge
  const outcome = await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.charges.close(tx, companyId, txid, 'paid'))) return 'repeat'
    const invoice = await deps.invoices.markPaid(tx, companyId, invoiceId, deps.clock.now())
    if (!invoice) return 'twice'
    await deps.events.append(tx, [invoiceChanged(deps, invoice), invoicePaid(deps, invoice)])
    return 'paid'
  })
  if (outcome === 'paid') deps.onPaid(charge)
  if (outcome === 'twice') deps.onPaidTwice(charge)
}

const end = (deps: PaymentDeps, { companyId, txid }: Charge): Promise<boolean> =>
  deps.db.withTenant(companyId, (tx) => deps.charges.close(tx, companyId, txid, 'ended'))

/**
 * Asks the provider what became of a charge, and settles it when it was paid in full. Idempotent, also when many do it at once.
 * @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function checkCharge(deps: PaymentDeps, companyId: CompanyId, txid: string): Promise<void> {
  const charge = await deps.db.withTenant(companyId, (tx) => deps.charges.find(tx, companyId, txid))
  if (charge?.status !== 'open' || charge.provider !== deps.provider?.name) return
  const state =
    charge.providerId === null
      ? ({ kind: 'open' } as const)
      : await deps.provider.findCharge(charge.providerId)
  const verdict = judgeCharge(charge, state, deps.clock.now())
  if (verdict === 'settle') await settle(deps, charge)
  if (verdict === 'end') await end(deps, charge)
  if (verdict === 'underpaid') deps.onUnderpaid(charge)
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
