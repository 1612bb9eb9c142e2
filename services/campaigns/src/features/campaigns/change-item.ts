import type { Tx } from '@balcao/kernel'

import { count, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { refuse, type CampaignItem, type ItemChange } from './campaign-item'

/**
 * The item after `decide` and its campaign with the numbers, which the caller saves; undefined when nothing changes. The campaign is
 * locked before its items, as everywhere.
 */
export async function changeItem(
  deps: CampaignDeps,
  tx: Tx,
  found: CampaignItem,
  decide: (item: CampaignItem) => ItemChange | undefined,
): Promise<{ campaign: Campaign; change: ItemChange } | undefined> {
  const campaign = await deps.campaigns.lock(tx, found.companyId, found.campaignId)
  const item = campaign && (await deps.campaignItems.lock(tx, found.companyId, found.id))
  const change = item && decide(item)
  if (!campaign || !change) return undefined
  await deps.campaignItems.save(tx, change.item)
  return { campaign: count(campaign, change.counts), change }
}

const isOpen = ({ state }: CampaignItem): boolean =>
  state === 'waiting' ||
  state === 'asking' ||
  state === 'asked' ||
  state === 'confirmed' ||
  state === 'part-sent'

/** Refuses every campaign that would still write to the number. @param items of one number */
export async function refuseAll(deps: CampaignDeps, tx: Tx, items: readonly CampaignItem[]): Promise<void> {
  const open = items.filter(isOpen).sort((left, right) => left.campaignId - right.campaignId)
  for (const item of open) {
    const changed = await changeItem(deps, tx, item, (current) =>
      isOpen(current) ? refuse(current, deps.clock.now()) : undefined,
    )
    if (changed) await deps.campaigns.save(tx, changed.campaign)
  }
}
