import type { Capabilities, CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import { DAY, type Clock, type Tx } from '@balcao/kernel'

import type { LaneStore } from './lane.store'
import { toLanesView, type LanesView, type LaneState } from './lanes'
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
  capabilities(provider: ConnectionProvider): Capabilities
}

/* More than any cap. */
const MAX_BEGUN = 10_000

/* The official API names its limit alone: how much of it is used is what we began. */
async function readState(
  deps: Pick<LanesDeps, 'lanes' | 'capabilities'>,
  tx: Tx,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  since: Date,
): Promise<{ state: LaneState; isPaced: boolean }> {
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const isPaced = deps.capabilities(state.provider).needsHumanPace
  if (isPaced || !state.quota) return { state, isPaced }
  const { begun } = await deps.lanes.readBegunByBusiness(tx, companyId, connectionId, since)
  return { state: { ...state, quota: { ...state.quota, used: begun } }, isPaced }
}

/** A number's queue: counts, pace of campaigns and new chats, pauses, and when everything will be sent. */
export async function readLanes(
  deps: LanesDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<LanesView> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - DAY)
  const { state, isPaced } = await readState(deps, tx, { companyId, connectionId }, since)
  const waiting = await deps.outbound.countWaiting(tx, companyId, connectionId)
  const begunAt = await deps.lanes.listBegun(tx, companyId, state.number, { since, limit: MAX_BEGUN })
  const cap = state.campaignsPerDay ?? deps.campaignsPerDay
  const campaigns = await deps.lanes.readCampaignSends(tx, companyId, state.number, { since, cap })
  const { campaignsPerMinute, campaignsPerDay } = deps
  const rules = { ...deps.newChats, campaignsPerMinute, campaignsPerDay, isPaced }
  return toLanesView(state, { ...waiting, begunAt, campaigns }, rules, now)
}
