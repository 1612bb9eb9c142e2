import type { CompanyId, TagId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import type { PlannedPerson } from './campaign-item.store'

const MOST_PEOPLE = 50_000

/** The people of a tag, at most 50,000. Calls tickets: outside of transactions. */
export async function listTagged(
  deps: CampaignDeps,
  companyId: CompanyId,
  tagId: TagId,
): Promise<PlannedPerson[]> {
  const people: PlannedPerson[] = []
  let afterId = 0
  for (;;) {
    const { contacts } = await deps.rpc.tickets.listTaggedContacts({ companyId, tagId, afterId })
    people.push(...contacts.map(({ name, number, email }) => ({ name, number, email })))
    const last = contacts.at(-1)
    if (!last || people.length >= MOST_PEOPLE) return people
    afterId = last.id
  }
}

/** The people of the campaign's tag, while it has not begun. Calls tickets: before the transaction that begins it. */
export async function fetchTagged(
  deps: CampaignDeps,
  { companyId, planned, tagId }: Campaign,
): Promise<PlannedPerson[]> {
  return planned || tagId === null ? [] : listTagged(deps, companyId, tagId)
}

/**
 * The campaign with an item for each of its contacts, made once in the transaction that marks it as planned. A number comes once,
 * and numbers that are known not to be on WhatsApp not at all.
 */
export async function planItems(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  tagged: readonly PlannedPerson[],
): Promise<Campaign> {
  const { companyId, id, contactListId } = campaign
  if (contactListId !== null) await deps.campaignItems.planList(tx, { companyId, id }, contactListId)
  if (tagged.length > 0) await deps.campaignItems.planPeople(tx, { companyId, id }, tagged)
  const total = await deps.campaignItems.countAll(tx, companyId, id)
  return { ...campaign, planned: true, counts: { ...campaign.counts, total }, unannounced: true }
}
