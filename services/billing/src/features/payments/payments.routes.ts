import * as http from '@balcao/contracts'
import type { PaymentProviderName } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { readHandling, readJsonBody, type HttpEdge } from '@balcao/platform'
import type { Request } from 'express'

import { listOffers } from './list-offers'
import type { PaymentDeps } from './payment-deps'
import { recordReports } from './record-reports'
import { readSubscription, startCheckout } from './start-checkout'

const REPORT_LIMIT_BYTES = 256 * 1024

/* The body has no schema: providers add fields. Its secret is checked before anything of it counts. */
async function receive(deps: PaymentDeps, named: PaymentProviderName, raw: Request): Promise<{ ok: true }> {
  const { provider } = deps
  if (provider?.name !== named) throw new AppError('ERR_UNAUTHORIZED')
  const body = await readJsonBody(raw, REPORT_LIMIT_BYTES)
  const reports = provider.readWebhook({ headers: raw.headers, query: raw.query, body })
  await recordReports(deps, named, reports)
  return { ok: true }
}

export function paymentsRoutes(edge: HttpEdge, deps: PaymentDeps): void {
  edge.route(http.getSubscription, ({ session }) => readSubscription(deps, session))
  edge.route(http.listOffers, ({ session }) => listOffers(deps, session))
  edge.route(http.createSubscription, ({ session, body, raw }) =>
    startCheckout(deps, session, body, readHandling(raw)),
  )
  for (const endpoint of [http.receivePayment, http.receivePix])
    edge.route(endpoint, ({ params, raw }) => receive(deps, params.provider, raw))
}
