import type { PaymentProviderName } from '@balcao/contracts'

import { chargeReported } from './charge'
import type { PaymentDeps } from './payment-deps'
import type { ReportedCharge } from './payment-provider.port'

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
