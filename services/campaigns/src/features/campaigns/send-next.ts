import { chooseText, renderText } from '@balcao/contracts'
import type { FilledTemplate, Media } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { renderTemplate } from '../templates'
import {
  ANSWER_WITHIN_MS,
  beginCampaign,
  count,
  finishCampaign,
  stopCampaign,
  type Campaign,
} from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { campaignMessageRequested } from './campaign-events'
import type { PlannedPerson } from './campaign-item.store'
import { chooseFile, chooseStep, markSending, refuse, type CampaignItem } from './campaign-item'
import type { BudgetState } from './message-budget'
import {
  addDelay,
  computeDelayMs,
  computeNextAt,
  failsTooOften,
  findAllowedAt,
  OUTCOMES_LOOKED_AT,
} from './pacing'
import { planItems } from './plan-items'
import type { CampaignRules } from './read-settings'

/* Of contacts who are passed over in one transaction; the next look goes on. */
const MOST_PASSED = 200
const LOOK_AGAIN_MS = 60_000

const lookLater = (now: Date): Date => new Date(now.getTime() + LOOK_AGAIN_MS)

type Obstacle = 'opted-out' | keyof typeof failures

const failures = {
  'not-on-whatsapp': 'ERR_WAPP_NOT_ON_WHATSAPP',
  'blank-value': 'ERR_TEMPLATE_VALUES',
} as const

async function passOver(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  { item, obstacle }: { item: CampaignItem; obstacle: Obstacle },
): Promise<Campaign> {
  const now = deps.clock.now()
  if (obstacle === 'opted-out') {
    const { item: refused, counts } = refuse(item, now)
    await deps.campaignItems.save(tx, refused)
    return count(campaign, counts)
  }
  await deps.campaignItems.save(tx, {
    ...item,
    state: 'failed',
    failure: failures[obstacle],
    endedAt: now,
  })
  return count(campaign, { failed: 1 })
}

interface Part {
  body: string
  media: Media | null
  /** Option of the file list; null: the message or its confirmation. */
  fileId: number | null
  template?: FilledTemplate | undefined
}

type Render = (texts: readonly string[]) => string

const rendererFor =
  (deps: CampaignDeps, item: CampaignItem, rules: CampaignRules): Render =>
  (texts) =>
    renderText(chooseText(texts, item.position), item, rules, deps.clock.now())

/* What is sent of the message: the file list's files in their order, each once, then the text. Lists may change meanwhile. */
async function choosePart(
  deps: CampaignDeps,
  tx: Tx,
  { companyId, fileListId, messages, media, template }: Campaign,
  { item, render }: { item: CampaignItem; render: Render },
): Promise<Part> {
  const filled = template && renderTemplate(template, (text) => render([text]))
  if (filled) return { ...filled, media: template.file ? media : null, fileId: null }
  const list = fileListId === null ? undefined : await deps.fileLists.find(tx, companyId, fileListId)
  const files = (list?.options ?? []).filter((option) => option.media !== null)
  const file = chooseFile(item, files)
  if (!file) return { body: render(messages), media, fileId: null }
  return { body: file.name, media: file.media, fileId: file.id }
}

/* The campaign after it sent something. What comes after a file waits for no interval. */
function keepPace(
  deps: CampaignDeps,
  campaign: Campaign,
  item: CampaignItem,
  rules: CampaignRules,
): Campaign {
  const now = deps.clock.now()
  const lookAt = lookLater(now)
  if (item.state === 'part-sent') return { ...campaign, lookAt }
  const { nextAt: dueAt } = campaign
  // A confirmed contact's message is due by their answer, not by the pace.
  const isPaced = item.state === 'waiting' && dueAt !== null
  const delays = isPaced ? addDelay(campaign.delays, computeDelayMs(rules, dueAt, now)) : campaign.delays
  const sentInRun = campaign.sentInRun + 1
  return {
    ...campaign,
    sentInRun,
    delays,
    nextAt: computeNextAt(rules, sentInRun, now, deps.chance()),
    lookAt,
  }
}

async function send(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  { item, rules }: { item: CampaignItem; rules: CampaignRules },
): Promise<Campaign> {
  const step = chooseStep(item, campaign.confirmation) ?? 'message'
  const render = rendererFor(deps, item, rules)
  const part =
    step === 'message'
      ? await choosePart(deps, tx, campaign, { item, render })
      : { body: render(campaign.confirmationMessages), media: null, fileId: null }
  const sending = markSending(item, step, deps.ids.next(), part.fileId)
  await deps.campaignItems.save(tx, sending)
  const requested = {
    messageId: sending.messageId ?? '',
    connectionId: campaign.connectionId ?? 0,
    number: item.number,
    body: part.body,
    media: part.media,
    template: part.template,
    asks: step === 'confirmation',
    isReply: false,
  }
  await deps.events.append(tx, [campaignMessageRequested(deps, campaign, rules, requested)])
  return keepPace(deps, campaign, item, rules)
}

/** Contacts who were asked a day ago and did not answer have refused. */
async function refuseUnanswered(deps: CampaignDeps, tx: Tx, campaign: Campaign): Promise<Campaign> {
  if (!campaign.confirmation) return campaign
  const now = deps.clock.now()
  const before = new Date(now.getTime() - ANSWER_WITHIN_MS)
  let changed = campaign
  for (const item of await deps.campaignItems.lockUnanswered(tx, campaign.companyId, campaign.id, before)) {
    const { item: refused, counts } = refuse(item, now)
    await deps.campaignItems.save(tx, refused)
    changed = count(changed, counts)
  }
  return changed
}

/* When something happens by itself: a message is due, or an answer has not come for a day. */
async function findLookAt(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  hasWaiting: boolean,
): Promise<Date> {
  const { companyId, id, nextAt } = campaign
  const due = await deps.campaignItems.findNextDue(tx, companyId, id)
  const asked = await deps.campaignItems.findOldestAsked(tx, companyId, id)
  const times = [
    lookLater(deps.clock.now()),
    ...(due ? [due] : []),
    ...(asked ? [new Date(asked.getTime() + ANSWER_WITHIN_MS)] : []),
    ...(hasWaiting && nextAt ? [nextAt] : []),
  ]
  return times.reduce((first, at) => (at < first ? at : first))
}

/* Nothing is due: the end, or a wait. */
async function rest(deps: CampaignDeps, tx: Tx, campaign: Campaign): Promise<Campaign> {
  const { hasOpen, hasWaiting } = await deps.campaignItems.findRest(tx, campaign.companyId, campaign.id)
  if (!hasOpen) return finishCampaign(campaign, deps.clock.now())
  return { ...campaign, lookAt: await findLookAt(deps, tx, campaign, hasWaiting) }
}

function findBlankValue(
  deps: CampaignDeps,
  { template }: Campaign,
  item: CampaignItem,
  rules: CampaignRules,
): 'blank-value' | undefined {
  if (!template) return undefined
  const render = rendererFor(deps, item, rules)
  return renderTemplate(template, (text) => render([text])) ? undefined : 'blank-value'
}

/** What a campaign may do now. */
interface Allowed {
  rules: CampaignRules
  budget: BudgetState
}

/* Nobody is sent a template: its contact stays due. Where the budget is not known, the job's next look asks. */
function holdForBudget(campaign: Campaign, budget: BudgetState, now: Date): Campaign {
  return budget === 'spent' ? stopCampaign(campaign, 'budget', now) : { ...campaign, lookAt: now }
}

async function sendOne(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  { rules, budget }: Allowed,
): Promise<Campaign> {
  const { companyId, id } = campaign
  const now = deps.clock.now()
  const mayBegin = campaign.nextAt === null || campaign.nextAt <= now
  let current = campaign
  for (let passed = 0; passed < MOST_PASSED; passed += 1) {
    const item = await deps.campaignItems.lockNext(tx, companyId, id, { now, mayBegin })
    if (!item) return rest(deps, tx, current)
    const obstacle =
      (await deps.campaignItems.findObstacle(tx, item)) ?? findBlankValue(deps, current, item, rules)
    if (!obstacle && current.template !== null && budget !== 'left')
      return holdForBudget(current, budget, now)
    if (!obstacle) return send(deps, tx, current, { item, rules })
    current = await passOver(deps, tx, current, { item, obstacle })
  }
  return current
}

/**
 * The running campaign after its next message was handed to the gateway, by an event of this transaction: one at a time, within the
 * allowed hours, at the settings' pace. Ended when every contact has an outcome; stopped before a template that the budget does not
 * allow. The caller holds its lock and saves it.
 */
export async function sendNext(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  allowed: Allowed,
): Promise<Campaign> {
  if (campaign.status !== 'EM_ANDAMENTO' || !campaign.planned) return campaign
  const now = deps.clock.now()
  const allowedAt = findAllowedAt(allowed.rules, now)
  if (allowedAt > now) return { ...campaign, lookAt: allowedAt }
  const current = await refuseUnanswered(deps, tx, campaign)
  // Its outcome goes on; the look is for a message whose outcome never comes.
  if (await deps.campaignItems.isSending(tx, campaign.companyId, campaign.id))
    return { ...current, lookAt: lookLater(now) }
  return sendOne(deps, tx, current, allowed)
}

/** The campaign, begun when its time has come; its contacts become items first. @param tagged the people of its tag */
export async function begin(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  tagged: readonly PlannedPerson[],
): Promise<Campaign> {
  const now = deps.clock.now()
  const isDue = campaign.scheduledAt !== null && campaign.scheduledAt <= now
  const running = campaign.status === 'PROGRAMADA' && isDue ? beginCampaign(campaign, now) : campaign
  if (running.status !== 'EM_ANDAMENTO' || running.planned) return running
  return planItems(deps, tx, running, tagged)
}

/** The campaign, stopped when a fifth of its last messages failed. */
export async function stopOnFailures(deps: CampaignDeps, tx: Tx, campaign: Campaign): Promise<Campaign> {
  if (campaign.status !== 'EM_ANDAMENTO') return campaign
  const which = { since: campaign.runBeganAt ?? campaign.createdAt, most: OUTCOMES_LOOKED_AT }
  const outcomes = await deps.campaignItems.listOutcomes(tx, campaign.companyId, campaign.id, which)
  return failsTooOften(outcomes) ? stopCampaign(campaign, 'failures', deps.clock.now()) : campaign
}
