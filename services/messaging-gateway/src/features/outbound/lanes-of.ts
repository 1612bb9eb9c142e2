import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Clock, Tx } from '@balcao/kernel'

import type { LaneStore } from './lane.store'
import { lanesView, type LanesView } from './lanes'
import type { OutboundStore } from './outbound.store'

export interface LanesDeps {
  lanes: LaneStore
  outbound: OutboundStore
  clock: Clock
  /** Messages of campaigns a minute where an administrator has set nothing. */
  campaignsPerMinute: number
}

/** What waits on a number, how fast its campaigns go and why they may stand still. */
export async function lanesOf(
  deps: LanesDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<LanesView> {
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const waiting = await deps.outbound.countWaiting(tx, companyId, connectionId)
  return lanesView(state, waiting, deps.campaignsPerMinute, deps.clock.now())
}
