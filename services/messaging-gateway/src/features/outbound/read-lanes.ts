import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { DAY, type Clock, type Tx } from '@balcao/kernel'

import type { LaneStore } from './lane.store'
import { toLanesView, type LanesView } from './lanes'
import type { NewChatRules } from './new-chats'
import type { OutboundStore } from './outbound.store'

export interface LanesDeps {
  lanes: LaneStore
  outbound: OutboundStore
  clock: Clock
  /** Campaign messages a minute unless an administrator has set a pace. */
  campaignsPerMinute: number
  campaignsPerDay: number
  newChats: NewChatRules
}

/* More than any cap. */
const MAX_BEGUN = 10_000

/** A number's queue: counts, pace of campaigns and new chats, pauses, and when everything will be sent. */
export async function readLanes(
  deps: LanesDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<LanesView> {
  const now = deps.clock.now()
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const waiting = await deps.outbound.countWaiting(tx, companyId, connectionId)
  const since = new Date(now.getTime() - DAY)
  const begunAt = await deps.lanes.listBegun(tx, companyId, state.number, since, MAX_BEGUN)
  const cap = state.campaignsPerDay ?? deps.campaignsPerDay
  const campaigns = await deps.lanes.readCampaignSends(tx, companyId, state.number, { since, cap })
  const { campaignsPerMinute, campaignsPerDay } = deps
  const rules = { ...deps.newChats, campaignsPerMinute, campaignsPerDay }
  return toLanesView(state, { ...waiting, begunAt, campaigns }, rules, now)
}
