import { chooseText, renderText, toCallingCode, type CampaignPreviewView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { assertComplete, assertNotPast, assertTemplateAlone } from './campaign'
import type { CampaignDeps } from './campaign-deps'
import type { Reach } from './campaign-item.store'
import { prepareDraft, type DraftPatch } from './edit-campaigns'
import { findAllowedAt, forecastEnd, noDelays } from './pacing'
import { listTagged } from './plan-items'
import { readRules } from './read-settings'

function countMarkets(prefixes: Reach['prefixes']): CampaignPreviewView['markets'] {
  const counts = new Map<string, number>()
  for (const { prefix, people } of prefixes) {
    const code = toCallingCode(prefix)
    counts.set(code, (counts.get(code) ?? 0) + people)
  }
  return [...counts].map(([callingCode, people]) => ({ callingCode, people }))
}

/**
 * Whom a campaign would reach, when, and the texts of its first contacts. Nothing is written. Without a time it begins now.
 * @throws {AppError} as `createCampaign`
 */
export async function previewCampaign(
  deps: CampaignDeps,
  session: Session,
  given: DraftPatch,
): Promise<CampaignPreviewView> {
  const { companyId } = session
  const now = deps.clock.now()
  const draft = await prepareDraft(deps, session, given)
  assertComplete(draft)
  assertNotPast(draft, now)
  assertTemplateAlone({ ...draft, media: null })
  const tagged = draft.tagId === null ? [] : await listTagged(deps, companyId, draft.tagId)
  const locale = await deps.localeOf(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const rules = await readRules(deps, tx, companyId, locale)
    const reach = await deps.campaignItems.findReach(tx, companyId, draft.contactListId, tagged)
    const { first, prefixes, ...counts } = reach
    const from = draft.scheduledAt !== null && draft.scheduledAt > now ? draft.scheduledAt : now
    const startsAt = findAllowedAt(rules, from)
    const own = draft.confirmation ? draft.confirmationMessages : draft.messages
    const texts = draft.template ? [draft.template.text] : own
    return {
      ...counts,
      markets: countMarkets(prefixes),
      startsAt: startsAt.toISOString(),
      endsAt: forecastEnd(rules, { left: counts.people, delays: noDelays, from: startsAt }).toISOString(),
      texts: first.map(({ position, ...person }) => ({
        name: person.name,
        number: person.number,
        text: renderText(chooseText(texts, position), person, rules, startsAt),
      })),
    }
  })
}
