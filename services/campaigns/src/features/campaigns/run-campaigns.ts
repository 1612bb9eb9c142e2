import { isDeepStrictEqual } from 'node:util'

import { runEachDue } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { campaignChanged, toCampaignSnapshot } from './campaign-events'
import type { DueCampaign } from './campaign.store'
import { fetchTagged } from './plan-items'
import { readRules } from './read-settings'
import { begin, sendNext } from './send-next'

const PAGE = 100

async function advance(deps: CampaignDeps, { companyId, id }: DueCampaign): Promise<void> {
  // Asked before the transaction: calls of other services. A company that may not run has campaigns that stay due.
  if (!(await deps.mayRun(companyId))) return
  const found = await deps.db.withTenant(companyId, (tx) => deps.campaigns.find(tx, companyId, id))
  if (!found) return
  const tagged = await fetchTagged(deps, found)
  const budget = found.template === null ? 'unknown' : await deps.budget.read(companyId)
  const locale = await deps.localeOf(companyId)
  await deps.db.withTenant(companyId, async (tx) => {
    const campaign = await deps.campaigns.lock(tx, companyId, id)
    if (!campaign) return
    const rules = await readRules(deps, tx, companyId, locale)
    const next = await sendNext(deps, tx, await begin(deps, tx, campaign, tagged), { rules, budget })
    if (!isDeepStrictEqual(next, campaign)) await deps.campaigns.save(tx, next)
  })
}

/** Begins campaigns whose time has come, late ones too, and sends what is due. */
export async function runCampaigns(deps: CampaignDeps, signal: AbortSignal): Promise<void> {
  await runEachDue<DueCampaign>(
    {
      size: PAGE,
      // Reads all companies; each campaign then goes on in its own company's transaction.
      list: (after, limit) =>
        deps.db.asPlatform((tx) => deps.campaigns.listDue(tx, deps.clock.now(), { after: after?.id, limit })),
      run: (due) => advance(deps, due),
    },
    signal,
  )
}

async function announce(deps: CampaignDeps, { companyId, id }: DueCampaign): Promise<void> {
  const locale = await deps.localeOf(companyId)
  await deps.db.withTenant(companyId, async (tx) => {
    const campaign = await deps.campaigns.lock(tx, companyId, id)
    if (!campaign?.unannounced) return
    await deps.campaigns.save(tx, { ...campaign, unannounced: false })
    const snapshot = toCampaignSnapshot(campaign, await readRules(deps, tx, companyId, locale))
    await deps.events.append(tx, [campaignChanged(deps, snapshot)])
  })
}

/** Appends an event for each campaign that made progress since its last one: once a second, not once a message. */
export async function announceProgress(deps: CampaignDeps, signal: AbortSignal): Promise<void> {
  await runEachDue<DueCampaign>(
    {
      size: PAGE,
      list: (after, limit) =>
        deps.db.asPlatform((tx) => deps.campaigns.listUnannounced(tx, { after: after?.id, limit })),
      run: (changed) => announce(deps, changed),
    },
    signal,
  )
}
