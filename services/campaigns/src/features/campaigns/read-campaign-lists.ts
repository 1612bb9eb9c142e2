import { PAGE_SIZES } from '@balcao/kernel'

import type { ContactListItem } from '../contact-lists'
import type { Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import type { CampaignItem } from './campaign-item'

export interface CampaignLists {
  items: CampaignItem[]
  contacts: ContactListItem[]
}

/** A campaign's items in the order of sending, and the contacts of its list by name; at most 5,000 of each. */
export function readCampaignLists(
  { db, campaignItems, contactListItems }: CampaignDeps,
  { companyId, id, contactListId }: Campaign,
): Promise<CampaignLists> {
  const all = { offset: 0, limit: PAGE_SIZES.all, isAnswered: false }
  return db.withTenant(companyId, async (tx) => {
    const { items } = await campaignItems.page(tx, companyId, id, all)
    if (contactListId === null) return { items, contacts: [] }
    const list = await contactListItems.page(tx, companyId, { contactListId, search: '' }, all)
    return { items, contacts: list.items }
  })
}
