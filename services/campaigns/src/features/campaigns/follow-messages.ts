import { messageId, normalizePhone } from '@balcao/contracts'
import type { DeskEvent, MessageReceived, OutboundChanged } from '@balcao/contracts/wire'
import type { CompanyLocale, Tx } from '@balcao/kernel'

import { count, stopCampaign, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { applyOutcome, confirm, refuse, type CampaignItem, type ItemChange } from './campaign-item'
import { readAnswer } from './campaign-text'
import { readRules, readSettings } from './read-settings'
import { sendNext, stopOnFailures } from './send-next'

export const FOLLOW_GROUP = 'campaigns.messages'

const RESTRICTED = 'ERR_WAPP_RESTRICTED'

/* The campaign is locked before its items, as everywhere. */
async function changeItem(
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

/* Of other services: asked before the transaction. */
interface CompanyState {
  mayRun: boolean
  locale: CompanyLocale
}

async function settle(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  { change, news, mayRun, locale }: { change: ItemChange; news: OutboundChanged } & CompanyState,
): Promise<Campaign> {
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  if (isRunning && news.failure === RESTRICTED) return stopCampaign(campaign, 'restricted', deps.clock.now())
  const checked = change.counts.failed ? await stopOnFailures(deps, tx, campaign) : campaign
  if (checked.status !== 'EM_ANDAMENTO' || !mayRun) return checked
  // The one that was being sent has its outcome: the next may be due already.
  return sendNext(deps, tx, checked, await readRules(deps, tx, campaign.companyId, locale))
}

/** Applies what became of a campaign's message, and sends the next one when it is due. */
export async function followOutcome(
  deps: CampaignDeps,
  event: DeskEvent,
  news: OutboundChanged,
): Promise<void> {
  const { companyId, eventId } = event
  const company = { mayRun: await deps.mayRun(companyId), locale: await deps.localeOf(companyId) }
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, FOLLOW_GROUP, eventId))) return
    const found = await deps.campaignItems.findByMessage(tx, companyId, messageId(news.messageId))
    if (!found) return
    const changed = await changeItem(deps, tx, found, (item) =>
      item.messageId === news.messageId ? applyOutcome(item, news, deps.clock.now()) : undefined,
    )
    if (!changed) return
    const next = await settle(deps, tx, changed.campaign, { change: changed.change, news, ...company })
    await deps.campaigns.save(tx, next)
  })
}

const isOpen = ({ state }: CampaignItem): boolean =>
  state === 'waiting' || state === 'asked' || state === 'confirmed' || state === 'part-sent'

/* Every campaign that would still write to the number. */
async function refuseAll(deps: CampaignDeps, tx: Tx, items: readonly CampaignItem[]): Promise<void> {
  const open = items.filter(isOpen).sort((left, right) => left.campaignId - right.campaignId)
  for (const item of open) {
    const changed = await changeItem(deps, tx, item, (current) =>
      isOpen(current) ? refuse(current, deps.clock.now()) : undefined,
    )
    if (changed) await deps.campaigns.save(tx, changed.campaign)
  }
}

async function answerAsked(
  deps: CampaignDeps,
  tx: Tx,
  asked: CampaignItem,
  meaning: 'yes' | 'no',
): Promise<void> {
  const now = deps.clock.now()
  const changed = await changeItem(deps, tx, asked, (item) => {
    if (item.state !== 'asked' && item.state !== 'asking') return undefined
    return meaning === 'yes' ? confirm(item, now, deps.chance()) : refuse(item, now)
  })
  if (!changed) return
  const { campaign, change } = changed
  const dueAt = change.item.dueAt
  // Looked at when the message is due, whatever the pace of the others.
  const isSooner =
    dueAt && campaign.status === 'EM_ANDAMENTO' && (!campaign.lookAt || dueAt < campaign.lookAt)
  await deps.campaigns.save(tx, isSooner ? { ...campaign, lookAt: dueAt } : campaign)
}

/** A contact wrote: the answer to a confirmation, or a word that ends all campaigns for them. */
export async function followAnswer(
  deps: CampaignDeps,
  { companyId, eventId }: DeskEvent,
  { contact, body, connectionId }: MessageReceived,
): Promise<void> {
  const numberKey = normalizePhone(contact?.number ?? '')
  if (numberKey === '') return
  // Looked at first: most who write are in no campaign.
  const isKnown = await deps.db.withTenant(companyId, (tx) =>
    deps.campaignItems.hasNumber(tx, companyId, numberKey),
  )
  if (!isKnown) return
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, FOLLOW_GROUP, eventId))) return
    const { optOutWords } = await readSettings(deps, tx, companyId)
    const meaning = readAnswer(body, optOutWords)
    const items = await deps.campaignItems.listByNumber(tx, companyId, numberKey)
    if (meaning === 'opt-out') {
      await deps.campaignItems.optOut(tx, companyId, numberKey, deps.clock.now())
      await refuseAll(deps, tx, items)
      return
    }
    const asked = await findAsked(deps, tx, items, connectionId)
    if (asked) await answerAsked(deps, tx, asked, meaning)
  })
}

/* The newest campaign that asked through the connection on which the answer came. */
async function findAsked(
  deps: CampaignDeps,
  tx: Tx,
  items: readonly CampaignItem[],
  connectionId: number,
): Promise<CampaignItem | undefined> {
  for (const item of items.filter(({ state }) => state === 'asked' || state === 'asking')) {
    const campaign = await deps.campaigns.find(tx, item.companyId, item.campaignId)
    if (campaign?.connectionId === connectionId) return item
  }
  return undefined
}

/** A deleted contact leaves lists and campaigns. */
export async function erasePerson(
  deps: CampaignDeps,
  { companyId, eventId }: DeskEvent,
  group: string,
  numberKeys: readonly string[],
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, group, eventId))) return
    for (const numberKey of numberKeys) {
      await refuseAll(deps, tx, await deps.campaignItems.listByNumber(tx, companyId, numberKey))
      await deps.campaignItems.erase(tx, companyId, numberKey)
    }
  })
}
