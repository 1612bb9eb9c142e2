import type { Tx } from '@balcao/kernel'

import { campaignsWaitUntil, isPaused, nextCampaignAt, type LaneState } from './lanes'
import type { Claimed, OutboundHolder } from './outbound.store'
import type { SendDeps } from './send-outbound'

/** Chats that may still be begun. */
export interface Room {
  chats: number
  /** Of those, campaigns may take at most so many: however slow the network, agents find a place. */
  campaigns: number
}

export interface ClaimedRows {
  rows: Claimed[]
  /** When to look again, if nothing happens before. */
  lookAt: Date | undefined
}

const earliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.reduce<Date | undefined>((first, at) => (at && (!first || at < first) ? at : first), undefined)

/**
 * What goes next: agents first, then at most one message of a campaign, when its pace allows. While the number is
 * restricted only chats that are known already go on, and no campaign does.
 */
export async function claimRows(
  deps: SendDeps,
  tx: Tx,
  holder: OutboundHolder,
  now: Date,
  room: Room,
): Promise<ClaimedRows> {
  const lanes = await deps.lanes.read(tx, holder.companyId, holder.connectionId)
  const openedOnly = isPaused(lanes, now)
  const agents =
    room.chats > 0
      ? await deps.outbound.claim(tx, holder, now, { lane: 'agent', limit: room.chats, openedOnly })
      : []
  const { retryAt, hasCampaigns } = await deps.outbound.outlook(tx, holder, now)
  const hasRoom = room.campaigns > 0 && room.chats > agents.length
  const campaign =
    hasCampaigns && hasRoom
      ? await claimCampaign(deps, tx, holder, now, lanes)
      : { rows: [], lookAt: undefined }
  const resumesAt = openedOnly ? lanes.pausedUntil : undefined
  return { rows: [...agents, ...campaign.rows], lookAt: earliest([retryAt, campaign.lookAt, resumesAt]) }
}

async function claimCampaign(
  deps: SendDeps,
  tx: Tx,
  holder: OutboundHolder,
  now: Date,
  lanes: LaneState,
): Promise<ClaimedRows> {
  const waitsUntil = campaignsWaitUntil(lanes, now)
  if (waitsUntil) return { rows: [], lookAt: waitsUntil }
  const rows = await deps.outbound.claim(tx, holder, now, { lane: 'campaign', limit: 1, openedOnly: false })
  if (rows.length === 0) return { rows, lookAt: undefined }
  const lookAt = nextCampaignAt(lanes.perMinute ?? deps.campaignsPerMinute, now, deps.chance())
  await deps.lanes.setNextCampaign(tx, holder.companyId, holder.connectionId, lookAt)
  return { rows, lookAt }
}
