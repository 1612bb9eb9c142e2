import { type CompanyLocale, messageId } from '@balcao/contracts'
import type { DeskEvent, OutboundChanged } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { recordSentNumber } from '../contact-lists'
import { stopCampaign, type Campaign } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { applyOutcome, type ItemChange } from './campaign-item'
import { changeItem, refuseAll } from './change-item'
import type { BudgetState } from './message-budget'
import { readRules } from './read-settings'
import { sendNext, stopOnFailures } from './send-next'

export const FOLLOW_GROUP = 'campaigns.messages'

const RESTRICTED = 'ERR_WAPP_RESTRICTED'

/* Of other services: asked before the transaction. */
interface CompanyState {
  mayRun: boolean
  budget: BudgetState
  locale: CompanyLocale
}

async function settle(
  deps: CampaignDeps,
  tx: Tx,
  campaign: Campaign,
  { change, news, mayRun, budget, locale }: { change: ItemChange; news: OutboundChanged } & CompanyState,
): Promise<Campaign> {
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  if (isRunning && news.failure === RESTRICTED) return stopCampaign(campaign, 'restricted', deps.clock.now())
  const checked = change.counts.failed ? await stopOnFailures(deps, tx, campaign) : campaign
  if (checked.status !== 'EM_ANDAMENTO' || !mayRun) return checked
  // The one that was being sent has its outcome: the next may be due already.
  return sendNext(deps, tx, checked, {
    rules: await readRules(deps, tx, campaign.companyId, locale),
    budget,
  })
}

/** Applies what became of a campaign's message, and sends the next one when it is due. */
export async function followOutcome(
  deps: CampaignDeps,
  event: DeskEvent,
  news: OutboundChanged,
): Promise<void> {
  const { companyId, eventId } = event
  const company = {
    mayRun: await deps.mayRun(companyId),
    // Tickets is not asked: an outcome is applied while it is away, too.
    budget: await deps.budget.recall(companyId),
    locale: await deps.localeOf(companyId),
  }
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, FOLLOW_GROUP, eventId))) return
    const found = await deps.campaignItems.findByMessage(tx, companyId, messageId(news.messageId))
    if (!found) return
    await recordSentNumber(deps, tx, found, news)
    const changed = await changeItem(deps, tx, found, (item) =>
      item.messageId === news.messageId ? applyOutcome(item, news, deps.clock.now()) : undefined,
    )
    if (!changed) return
    const next = await settle(deps, tx, changed.campaign, { change: changed.change, news, ...company })
    await deps.campaigns.save(tx, next)
  })
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
