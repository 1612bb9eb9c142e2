import { getSimulatedCharge, paySimulatedCharge, type SimulatedChargeView } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import type { PaymentDeps } from './payment-deps'
import { recordReports } from './record-reports'
import type { SimulatedCharge, SimulatedChargeStore } from './simulated-charge.store'

type SimulatedDeps = PaymentDeps & { simulatedCharges: SimulatedChargeStore }

const toView = ({ txid, valueCents, copyPaste, paidCents }: SimulatedCharge): SimulatedChargeView => ({
  txid,
  value: valueCents / 100,
  copyPaste,
  isPaid: paidCents > 0,
})

function requireCharge(charge: SimulatedCharge | undefined): SimulatedCharge {
  if (!charge) throw new AppError('ERR_NO_INVOICE_FOUND')
  return charge
}

/** The page that pays: of the company's own charges, and only with the simulated provider. */
export function simulatedRoutes(edge: HttpEdge, deps: SimulatedDeps): void {
  edge.route(getSimulatedCharge, async ({ session: { companyId }, params }) =>
    toView(
      requireCharge(
        await deps.db.withTenant(companyId, (tx) => deps.simulatedCharges.find(tx, companyId, params.txid)),
      ),
    ),
  )
  edge.route(paySimulatedCharge, async ({ session: { companyId }, params }) => {
    const paid = requireCharge(
      await deps.db.withTenant(companyId, (tx) => deps.simulatedCharges.pay(tx, companyId, params.txid)),
    )
    if (paid.paidCents > 0)
      await recordReports(deps, 'simulated', [{ providerId: paid.txid, eventId: paid.txid }])
    return toView(paid)
  })
}
