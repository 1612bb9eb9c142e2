import {
  connectionId,
  getLanes,
  resumeLanes,
  setPace,
  type CompanyId,
  type ConnectionId,
  type LanesAnswer,
} from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { lanesOf, type LanesDeps } from '../outbound'
import type { ConnectionStore } from './connection.store'
import { knownConnection } from './known-connection'

interface RouteDeps extends LanesDeps, Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  nudgeOutbound(id: ConnectionId): void
}

/** Mounts what administrators see and set of a number's queue. */
export function laneRoutes(edge: HttpEdge, deps: RouteDeps): void {
  /* The lanes after `change`, in its transaction. */
  const lanesAfter = (companyId: CompanyId, id: ConnectionId, change?: (tx: Tx) => Promise<void>) =>
    deps.db.withTenant(companyId, async (tx): Promise<LanesAnswer> => {
      await knownConnection(deps.connections, tx, companyId, id)
      await change?.(tx)
      const { pausedUntil, lastFailure, ...lanes } = await lanesOf(deps, tx, companyId, id)
      return {
        ...lanes,
        pausedUntil: pausedUntil?.toISOString() ?? null,
        lastFailure: lastFailure ? { code: lastFailure.code, at: lastFailure.at.toISOString() } : null,
      }
    })

  edge.route(getLanes, ({ session, params }) =>
    lanesAfter(session.companyId, connectionId(params.whatsappId)),
  )

  edge.route(setPace, async ({ session: { companyId }, params, body }) => {
    const id = connectionId(params.whatsappId)
    const { perMinute } = body
    const lanes = await lanesAfter(companyId, id, async (tx) => {
      if (perMinute !== undefined) await deps.lanes.setPace(tx, companyId, id, perMinute)
    })
    deps.nudgeOutbound(id)
    return lanes
  })

  edge.route(resumeLanes, async ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    const lanes = await lanesAfter(companyId, id, (tx) => deps.lanes.resume(tx, companyId, id))
    deps.nudgeOutbound(id)
    return lanes
  })
}
