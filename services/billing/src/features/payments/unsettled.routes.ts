import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { resolvePayment, toUnsettledView, type UnsettledDeps } from './unsettled'

/** Payments about which a person of the platform has to decide. */
export function unsettledRoutes(edge: HttpEdge, deps: UnsettledDeps): void {
  edge.route(http.listUnsettledPayments, async () => {
    // Platform scope: super users see payments of every company.
    const unsettled = await deps.db.asPlatform((tx) => deps.charges.listAllUnsettled(tx))
    return unsettled.map(({ charge, companyName }) => ({
      ...toUnsettledView(charge),
      companyId: charge.companyId,
      companyName,
    }))
  })
  edge.route(http.resolveUnsettledPayment, async ({ session, params }) => {
    await resolvePayment(deps, session, params.txid)
    return { message: 'Payment resolved' }
  })
}
