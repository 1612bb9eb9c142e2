import type { RetentionKind, RetentionProgress, RetentionView } from '@balcao/contracts'
import type { ServicePorts, Session, Tx } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import type { ClosedTicketStore } from './closed-ticket.store'
import { noCounts, planPeriods, toMonths, type ClosedPeriod } from './retention'
import type { RetentionRule, RetentionRuleStore } from './retention.store'

export interface ReadRetentionDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  settings: SettingsReader
  retentionRules: RetentionRuleStore
  closedTickets: ClosedTicketStore
}

const MOST_LEFT = 10_000

const toProgress = (rule: RetentionRule | undefined, ticketsLeft: number): RetentionProgress => ({
  erasedBefore: rule?.erasedBefore?.toISOString() ?? null,
  lastRunAt: rule?.lastRunAt?.toISOString() ?? null,
  isRunning: rule?.months != null && (rule.passBefore !== null || ticketsLeft > 0),
  ticketsLeft,
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
      const ticketsLeft = await countLeft(deps, tx, { companyId, kind, period: periods[kind] })
      return toProgress(
        rules.find((rule) => rule.kind === kind),
        ticketsLeft,
      )
    }
    return { ...months, messages: await read('messages'), media: await read('media') }
  })
}

const countLeft = async (
  deps: ReadRetentionDeps,
  tx: Tx,
  {
    period,
    ...of
  }: { companyId: Session['companyId']; kind: RetentionKind; period: ClosedPeriod | undefined },
): Promise<number> => (period ? deps.closedTickets.countUpTo(tx, { ...of, period }, MOST_LEFT) : 0)
