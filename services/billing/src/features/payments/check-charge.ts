import type { CompanyId } from '@balcao/contracts'
import { runEach } from '@balcao/kernel'

import { isExpired, isOutdated, nextCheckAt, type Charge } from './charge'
import type { PaymentDeps } from './payment-deps'
import type { ChargeState, PaymentProvider } from './payment-provider.port'
import { settleCharge } from './settle-charge'

/* Undefined for a charge that the provider does not have, or of which we have not heard yet whether it was made. */
async function findProviderId(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { companyId, txid, providerId }: Charge,
): Promise<string | undefined> {
  if (providerId !== null) return providerId
  const found = await provider.findProviderId(txid)
  if (found !== undefined)
    await deps.db.withTenant(companyId, (tx) => deps.charges.setProviderId(tx, companyId, txid, found))
  return found
}

const shouldCancel = (deps: PaymentDeps, charge: Charge): Promise<boolean> =>
  deps.db.withTenant(charge.companyId, async (tx) => {
    const { companyId, invoiceId } = charge
    const invoice = await deps.invoices.find(tx, companyId, invoiceId)
    const [newest = charge] = await deps.charges.listOfInvoice(tx, companyId, invoiceId)
    return isOutdated(charge, invoice, newest, deps.clock.now())
  })

/* It may be paid until the provider has ended it: what became of it is asked once more. */
async function askOrCancel(
  deps: PaymentDeps,
  provider: PaymentProvider,
  charge: Charge,
): Promise<ChargeState> {
  const id = await findProviderId(deps, provider, charge)
  if (id === undefined) return { kind: isExpired(charge, deps.clock.now()) ? 'ended' : 'open' }
  const state = await provider.findCharge(id)
  if (state.kind !== 'open' || !(await shouldCancel(deps, charge))) return state
  await provider.cancelCharge(id)
  return provider.findCharge(id)
}

/* A provider that calls a paid charge open or ended has undone the payment. */
function readPayment({ paidCents }: Charge, state: ChargeState) {
  if (state.kind === 'paid') return state
  return paidCents > 0 ? { paidCents, refundedCents: paidCents } : undefined
}

/**
 * Asks the provider what became of a charge: settles its invoice when enough was paid, and cancels there what nobody should pay any more.
 * A charge has ended here once it has ended there. Idempotent, also when many do it at once. A charge that is paid or has ended may be
 * asked about too: it may have been paid later, or paid back.
 * @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function checkCharge(deps: PaymentDeps, companyId: CompanyId, txid: string): Promise<void> {
  const { provider } = deps
  const charge = await deps.db.withTenant(companyId, (tx) => deps.charges.find(tx, companyId, txid))
  if (!charge || charge.provider !== provider?.name) return
  const state = await askOrCancel(deps, provider, charge)
  const payment = readPayment(charge, state)
  if (payment) await settleCharge(deps, charge, payment)
  else if (state.kind === 'ended')
    await deps.db.withTenant(companyId, (tx) => deps.charges.end(tx, companyId, txid))
}

const BATCH = 100

/**
 * Asks about the open charges whose time it is, for reports that never came. The next time is stored before a charge is asked about, so
 * that one whose answer fails keeps no other waiting.
 */
export async function pollCharges(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { provider, db, charges } = deps
  if (!provider) return
  const now = deps.clock.now()
  // Platform scope: charges of every company.
  const due = await db.asPlatform((tx) => charges.listDue(tx, { provider: provider.name, now, limit: BATCH }))
  const run = async (charge: Charge) => {
    const { companyId, txid } = charge
    await db.withTenant(companyId, (tx) => charges.setCheckAt(tx, companyId, txid, nextCheckAt(charge, now)))
    await checkCharge(deps, companyId, txid)
  }
  await runEach({ items: due, run }, signal)
}
