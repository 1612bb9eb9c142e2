import { connectionId, getConnectionHealth } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { readHealth, type HealthDeps } from './read-health'

/** Mounts what administrators see of how a number is doing. */
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
