import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { DAY, type Clock, type Tx } from '@balcao/kernel'

import type { LaneStore } from './lane.store'
import { lanesView, type LanesView } from './lanes'
import type { NewChatRules } from './new-chats'
import type { OutboundStore } from './outbound.store'

export interface LanesDeps {
  lanes: LaneStore
  outbound: OutboundStore
  clock: Clock
  /** Messages of campaigns a minute where an administrator has set nothing. */
  campaignsPerMinute: number
  newChats: NewChatRules
}

/* More than any cap. */
const MOST_BEGUN = 10_000

/** What waits on a number, how fast its campaigns and new chats go, why they may stand still, and until when all is sent. */
export async function lanesOf(
  deps: LanesDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<LanesView> {
  const now = deps.clock.now()
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const waiting = await deps.outbound.countWaiting(tx, companyId, connectionId)
  const since = new Date(now.getTime() - DAY)
  const begunAt = await deps.lanes.listBegun(tx, companyId, state.number, since, MOST_BEGUN)
  const rules = { ...deps.newChats, campaignsPerMinute: deps.campaignsPerMinute }
  return lanesView(state, { ...waiting, begunAt }, rules, now)
}
