import type { ConnectionId } from '@balcao/contracts'
import type { ConnectionSnapshot, DeskEvent } from '@balcao/contracts/wire'

import { stopCampaign, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { FOLLOW_GROUP } from './follow-messages'

/* The name that the campaign shows; a running one stops when its number is restricted or its connection is gone. */
function follow(campaign: Campaign, connection: ConnectionSnapshot | undefined, now: Date): Campaign {
  const named = connection
    ? { ...campaign, connectionName: connection.name }
    : { ...campaign, connectionId: null }
  const shown = { ...named, unannounced: true }
  if (campaign.status === 'PROGRAMADA' && !connection)
    return { ...shown, status: 'INATIVA', scheduledAt: null }
  if (campaign.status !== 'EM_ANDAMENTO') return shown
  if (!connection) return stopCampaign(shown, 'connection', now)
  return connection.newChatsHold === 'restricted' ? stopCampaign(shown, 'restricted', now) : shown
}

const isAffected = (campaign: Campaign, connection: ConnectionSnapshot | undefined): boolean =>
  !connection ||
  campaign.connectionName !== connection.name ||
  (campaign.status === 'EM_ANDAMENTO' && connection.newChatsHold === 'restricted')

/** Campaigns of a connection after it changed or, without a snapshot, was deleted. */
export async function followConnection(
  deps: CampaignDeps,
  { companyId, eventId }: DeskEvent,
  id: ConnectionId,
  connection: ConnectionSnapshot | undefined,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const campaigns = await deps.campaigns.lockByConnection(tx, companyId, id)
    const affected = campaigns.filter((campaign) => isAffected(campaign, connection))
    // Connections change often; most have no campaign.
    if (affected.length === 0 || !(await deps.inbox.claim(tx, FOLLOW_GROUP, eventId))) return
    for (const campaign of affected)
      await deps.campaigns.save(tx, follow(campaign, connection, deps.clock.now()))
  })
}
