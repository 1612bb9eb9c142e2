import { WHOLE_LIST } from '@balcao/kernel'

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
  return db.withTenant(companyId, async (tx) => {
    const { items } = await campaignItems.page(tx, companyId, id, { ...WHOLE_LIST, isAnswered: false })
    if (contactListId === null) return { items, contacts: [] }
    const list = await contactListItems.page(tx, companyId, { contactListId, search: '' }, WHOLE_LIST)
    return { items, contacts: list.items }
  })
}
