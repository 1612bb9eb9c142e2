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

import { readLanes, type LanesDeps, type LanesView } from '../outbound'
import type { ConnectionStore } from './connection.store'
import { readConnection } from './read-connection'

interface RouteDeps extends LanesDeps, Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  nudgeOutbound(id: ConnectionId): void
}

const isoOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null

function toLanesAnswer({
  pausedUntil,
  lastFailure,
  newChats,
  campaigns,
  doneAt,
  ...lanes
}: LanesView): LanesAnswer {
  const { hold, linkedAt, quota, ...counts } = newChats
  return {
    ...lanes,
    pausedUntil: isoOrNull(pausedUntil),
    newChats: {
      ...counts,
      linkedAt: isoOrNull(linkedAt),
      hold: hold ? { why: hold.why, until: hold.until.toISOString() } : null,
      quota: quota ?? null,
    },
    campaigns: { ...campaigns, heldUntil: isoOrNull(campaigns.heldUntil) },
    doneAt: isoOrNull(doneAt),
    lastFailure: lastFailure ? { code: lastFailure.code, at: lastFailure.at.toISOString() } : null,
  }
}

/** A number's queue: read and set by administrators. */
export function laneRoutes(edge: HttpEdge, deps: RouteDeps): void {
  /* One transaction for the change and the answer. */
  const changeAndReadLanes = (companyId: CompanyId, id: ConnectionId, change?: (tx: Tx) => Promise<void>) =>
    deps.db.withTenant(companyId, async (tx): Promise<LanesAnswer> => {
      await readConnection(deps.connections, tx, companyId, id)
      await change?.(tx)
      return toLanesAnswer(await readLanes(deps, tx, companyId, id))
    })

  edge.route(getLanes, ({ session, params }) =>
    changeAndReadLanes(session.companyId, connectionId(params.whatsappId)),
  )

  edge.route(setPace, async ({ session: { companyId }, params, body }) => {
    const id = connectionId(params.whatsappId)
    const { perMinute, newChatsPerDay, checksNumbers, campaignsPerDay } = body
    const lanes = await changeAndReadLanes(companyId, id, async (tx) => {
      if (perMinute !== undefined) await deps.lanes.setPace(tx, companyId, id, perMinute)
      if (newChatsPerDay !== undefined) await deps.lanes.setDayCap(tx, companyId, id, newChatsPerDay)
      if (campaignsPerDay !== undefined) await deps.lanes.setCampaignCap(tx, companyId, id, campaignsPerDay)
      if (checksNumbers !== undefined) await deps.lanes.setNumberChecks(tx, companyId, id, checksNumbers)
    })
    deps.nudgeOutbound(id)
    return lanes
  })

  edge.route(resumeLanes, async ({ session: { companyId }, params }) => {
    const id = connectionId(params.whatsappId)
    const lanes = await changeAndReadLanes(companyId, id, (tx) => deps.lanes.resume(tx, companyId, id))
    deps.nudgeOutbound(id)
    return lanes
  })
}
