import { hasErased, type CompanyId, type RetentionCounts, type RetentionKind } from '@balcao/contracts'
import { MINUTE, SECOND } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import { batches, type Due, type EraseDeps } from './erase-batch'
import { findNextRun, planPeriods, toMonths } from './retention'
import type { RetentionRule } from './retention.store'

/** What a run erased that is over, or that a change of its rule ended. */
export interface ErasedRun {
  companyId: CompanyId
  kind: RetentionKind
  before: Date
  erased: RetentionCounts
}

export interface EnforceDeps extends EraseDeps {
  settings: SettingsReader
  onErased(run: ErasedRun): void
}

const RULES_AT_ONCE = 100
const WORKS_FOR_MS = 20 * SECOND
/* The documents of what was erased are gone by then, or some of them. */
const WAITS_MS = 30 * SECOND

interface Planned {
  due: Due
  timeZone: string
}

/* A run that goes on keeps the time before which tickets must be closed, past midnight and after a restart. */
async function plan(deps: EnforceDeps, { companyId, kind }: RetentionRule): Promise<Planned | undefined> {
  const { timeZone } = await deps.settings.of(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const rules = await deps.retentionRules.list(tx, companyId)
    const period = planPeriods(toMonths(rules), deps.clock.now(), timeZone)[kind]
    const rule = rules.find((one) => one.kind === kind)
    if (!period || !rule || rule.months === null) return undefined
    const before = rule.passBefore ?? period.before
    const running = { ...rule, months: rule.months, passBefore: before }
    if (!rule.passBefore && !(await deps.retentionRules.begin(tx, running))) return undefined
    return { due: { rule: running, period: { ...period, before } }, timeZone }
  })
}

async function finish(deps: EnforceDeps, { due: { rule }, timeZone }: Planned): Promise<void> {
  const now = deps.clock.now()
  const finished = await deps.db.withTenant(rule.companyId, (tx) =>
    deps.retentionRules.finish(tx, rule, { now, nextRunAt: findNextRun(now, timeZone) }),
  )
  if (finished && hasErased(finished.erased)) deps.onErased({ ...finished, before: rule.passBefore })
}

const postpone = (deps: EnforceDeps, rule: RetentionRule, ms: number): Promise<void> =>
  deps.db.withTenant(rule.companyId, (tx) =>
    deps.retentionRules.postpone(tx, rule, new Date(deps.clock.now().getTime() + ms)),
  )

async function runBatch(deps: EnforceDeps, due: RetentionRule): Promise<void> {
  const planned = await plan(deps, due)
  if (!planned) return
  const outcome = await batches[due.kind](deps, planned.due)
  if (outcome === 'done') await finish(deps, planned)
  if (outcome === 'full') await postpone(deps, due, WAITS_MS)
}

/**
 * Erases what companies keep no longer, a batch of each in turn, for 20 s at most. A run of a rule ends when nothing is due before its
 * time, and the next begins at midnight. Killed at any step, it goes on there. A rule that fails waits a minute and keeps no other waiting.
 * @throws {AggregateError} what failed, once the others are done
 */
export async function enforceRetention(deps: EnforceDeps, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const end = performance.now() + WORKS_FOR_MS
  const isOver = () => signal.aborted || performance.now() > end
  const tryBatch = (due: RetentionRule) =>
    runBatch(deps, due).catch(async (error: unknown) => {
      failures.push(error)
      await postpone(deps, due, MINUTE)
    })
  for (let hasMore = true; hasMore && !isOver();) {
    const rules = await deps.db.asPlatform((tx) =>
      deps.retentionRules.listDue(tx, deps.clock.now(), RULES_AT_ONCE),
    )
    for (const rule of rules) if (!isOver()) await tryBatch(rule)
    hasMore = rules.length > 0
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} batches failed`)
}
