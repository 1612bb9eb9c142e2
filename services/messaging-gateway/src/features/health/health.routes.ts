import { connectionId, getConnectionHealth } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { readHealth, type HealthDeps } from './read-health'

/** A connection's health, for administrators. */
export function healthRoutes(edge: HttpEdge, deps: HealthDeps): void {
  edge.route(getConnectionHealth, ({ session, params, query: { since } }) =>
    readHealth(
      deps,
      session.companyId,
      connectionId(params.whatsappId),
      since === undefined ? undefined : new Date(since),
    ),
  )
}
