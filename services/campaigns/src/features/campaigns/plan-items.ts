import type { Tx } from '@balcao/kernel'

import type { Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'

/**
 * The campaign with an item for each of its contacts, made once in the transaction that marks it as planned. A number comes once,
 * and numbers that are known not to be on WhatsApp not at all.
 */
export async function planItems(deps: CampaignDeps, tx: Tx, campaign: Campaign): Promise<Campaign> {
  const { companyId, id, contactListId } = campaign
  if (contactListId !== null) await deps.campaignItems.planList(tx, { companyId, id }, contactListId)
  const total = await deps.campaignItems.countAll(tx, companyId, id)
  return { ...campaign, planned: true, counts: { ...campaign.counts, total }, unannounced: true }
}
