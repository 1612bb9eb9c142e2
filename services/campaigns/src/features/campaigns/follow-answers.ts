import { campaignAnswerMeanings, normalizePhone, readCampaignAnswer } from '@balcao/contracts'
import type { CampaignAnswered, DeskEvent, MessageReceived } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { campaignMessageRequested } from './campaign-events'
import { answerQuestion, keepAnswer, type CampaignItem, type ItemChange } from './campaign-item'
import { changeItem, refuseAll } from './change-item'
import { FOLLOW_GROUP } from './follow-messages'
import { optedOutTexts } from './opt-out-words'
import { readRules, type CampaignRules } from './read-settings'

export const ANSWERS_GROUP = 'campaigns.answers'

/* Ends all campaigns for the number; says so the first time, on the connection on which it was asked. */
async function optOut(
  deps: CampaignDeps,
  tx: Tx,
  items: readonly CampaignItem[],
  { connectionId, rules }: { connectionId: number; rules: CampaignRules },
): Promise<void> {
  const [item] = items
  if (!item) return
  const { companyId, numberKey, number } = item
  const isNew = await deps.campaignItems.optOut(tx, companyId, numberKey, deps.clock.now())
  await refuseAll(deps, tx, items)
  const campaign = isNew ? await deps.campaigns.find(tx, companyId, item.campaignId) : undefined
  if (!campaign) return
  const text = {
    messageId: deps.ids.next(),
    connectionId,
    number,
    body: optedOutTexts[rules.language],
    media: null,
    asks: false,
    isReply: true,
  }
  await deps.events.append(tx, [campaignMessageRequested(deps, campaign, rules, text)])
}

async function answer(
  deps: CampaignDeps,
  tx: Tx,
  item: CampaignItem,
  decide: (item: CampaignItem) => ItemChange | undefined,
): Promise<void> {
  const changed = await changeItem(deps, tx, item, decide)
  if (!changed) return
  const { campaign, change } = changed
  const dueAt = change.item.dueAt
  // Looked at when the message is due, whatever the pace of the others.
  const isSooner =
    dueAt && campaign.status === 'EM_ANDAMENTO' && (!campaign.lookAt || dueAt < campaign.lookAt)
  await deps.campaigns.save(tx, isSooner ? { ...campaign, lookAt: dueAt } : campaign)
}

/* The answer in words, and what it changes. */
function decideAnswer(
  deps: CampaignDeps,
  item: CampaignItem,
  body: string,
  meaning: 'yes' | 'no' | 'opt-out',
): ItemChange {
  const now = deps.clock.now()
  const kept = keepAnswer(item, body, now)
  const changed =
    meaning === 'opt-out' ? undefined : answerQuestion(kept.item, meaning, { now, chance: deps.chance() })
  return changed ? { item: changed.item, counts: { ...kept.counts, ...changed.counts } } : kept
}

/** Follows what tickets reads in an answer: the report has its words, and its meaning decides. */
export async function followCampaignAnswer(
  deps: CampaignDeps,
  { companyId, eventId }: DeskEvent,
  { campaignId, number, body, connectionId, ...value }: CampaignAnswered,
): Promise<void> {
  const locale = await deps.localeOf(companyId)
  const meaning = campaignAnswerMeanings.find((known) => known === value.meaning)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ANSWERS_GROUP, eventId)) || !meaning) return
    const items = await deps.campaignItems.listByNumber(tx, companyId, number)
    const item = items.find((one) => one.campaignId === campaignId)
    if (item) await answer(deps, tx, item, (current) => decideAnswer(deps, current, body, meaning))
    if (meaning !== 'opt-out') return
    const rules = await readRules(deps, tx, companyId, locale)
    await optOut(deps, tx, items, { connectionId, rules })
  })
}

/* The newest campaign that asked through the connection on which the answer came, in an earlier release. */
async function findAsked(
  deps: CampaignDeps,
  tx: Tx,
  items: readonly CampaignItem[],
  connectionId: number,
): Promise<CampaignItem | undefined> {
  const asked = items.filter(
    ({ state, answersAreTold }) => !answersAreTold && (state === 'asked' || state === 'asking'),
  )
  for (const item of asked) {
    const campaign = await deps.campaigns.find(tx, item.companyId, item.campaignId)
    if (campaign?.connectionId === connectionId) return item
  }
  return undefined
}

/**
 * A contact of a campaign wrote: a word that ends all campaigns for them counts, however old the campaign is. So does the answer to
 * a confirmation whose answers tickets does not tell.
 */
export async function followMessage(
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
  const locale = await deps.localeOf(companyId)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, FOLLOW_GROUP, eventId))) return
    const rules = await readRules(deps, tx, companyId, locale)
    const items = await deps.campaignItems.listByNumber(tx, companyId, numberKey)
    const asked = await findAsked(deps, tx, items, connectionId)
    const meaning = readCampaignAnswer(body, { asks: asked !== undefined, optOutWords: rules.optOutWords })
    if (meaning === 'opt-out') await optOut(deps, tx, items, { connectionId, rules })
    else if (asked && meaning)
      await answer(deps, tx, asked, (item) => decideAnswer(deps, item, body, meaning))
  })
}
