import type { CompanyId, RetentionKind, RetentionProgress, RetentionView } from '@balcao/contracts'
import type { ServicePorts, Session, Tx } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import type { ClosedTicketStore } from './closed-ticket.store'
import type { OldChatStore } from './old-chat.store'
import { noCounts, planPeriods, toMonths, type ClosedPeriod } from './retention'
import type { RetentionRule, RetentionRuleStore } from './retention.store'

export interface ReadRetentionDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  settings: SettingsReader
  retentionRules: RetentionRuleStore
  closedTickets: ClosedTicketStore
  oldChats: OldChatStore
}

const MOST_LEFT = 10_000

const toProgress = (rule: RetentionRule | undefined, left: number): RetentionProgress => ({
  erasedBefore: rule?.erasedBefore?.toISOString() ?? null,
  lastRunAt: rule?.lastRunAt?.toISOString() ?? null,
  isRunning: rule?.months != null && (rule.passBefore !== null || left > 0),
  left,
  erased: rule?.erased ?? noCounts,
})

/** After how many months what is erased, and how far that is. */
export async function readRetention(
  deps: ReadRetentionDeps,
  { companyId }: Pick<Session, 'companyId'>,
): Promise<RetentionView> {
  const { timeZone } = await deps.settings.of(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const rules = await deps.retentionRules.list(tx, companyId)
    const months = toMonths(rules)
    const periods = planPeriods(months, deps.clock.now(), timeZone)
    const read = async (kind: RetentionKind): Promise<RetentionProgress> => {
      const left = await countLeft(deps, tx, { companyId, kind, period: periods[kind] })
      return toProgress(
        rules.find((rule) => rule.kind === kind),
        left,
      )
    }
    return {
      ...months,
      messages: await read('messages'),
      media: await read('media'),
      chats: await read('chats'),
    }
  })
}

function countLeft(
  deps: ReadRetentionDeps,
  tx: Tx,
  {
    companyId,
    kind,
    period,
  }: { companyId: CompanyId; kind: RetentionKind; period: ClosedPeriod | undefined },
): Promise<number> | number {
  if (!period) return 0
  if (kind === 'chats') return deps.oldChats.countMessages(tx, companyId, period.before, MOST_LEFT)
  return deps.closedTickets.countUpTo(tx, { companyId, kind, period }, MOST_LEFT)
}
