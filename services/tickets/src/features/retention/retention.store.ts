import type { CompanyId, RetentionCounts, RetentionKind } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What a company wants erased of one kind, and how far that is. */
export interface RetentionRule {
  companyId: CompanyId
  kind: RetentionKind
  /** Null: nothing is erased. */
  months: number | null
  nextRunAt: Date
  /** Of the run that goes on: tickets that were closed before; null between runs. */
  passBefore: Date | null
  /** The same of the last run that ended. */
  erasedBefore: Date | null
  lastRunAt: Date | null
  /** By the run that goes on, or by the last one. */
  erased: RetentionCounts
}

/** A rule of a run that goes on. */
export type RunningRule = RetentionRule & { months: number; passBefore: Date }

/** Rules of retention. Rows of another company are not found. */
export interface RetentionRuleStore {
  list(tx: Tx, companyId: CompanyId): Promise<RetentionRule[]>
  /** The same, locked until the transaction ends. */
  lockAll(tx: Tx, companyId: CompanyId): Promise<RetentionRule[]>
  save(tx: Tx, rule: RetentionRule): Promise<void>
  /** Of all companies: rules whose next run or batch is due, the longest due first. Needs the platform scope. */
  listDue(tx: Tx, now: Date, most: number): Promise<RetentionRule[]>
  /** Begins a run with counts of zero; false when the rule has changed meanwhile. */
  begin(tx: Tx, rule: RunningRule): Promise<boolean>
  /** Adds what a batch erased, and lets other companies' rules be first. False: the run is over or the rule has changed. */
  add(tx: Tx, rule: RunningRule, erased: RetentionCounts, now: Date): Promise<boolean>
  /** Ends a run; answers the rule as it is then, undefined when it has changed meanwhile. */
  finish(
    tx: Tx,
    rule: RunningRule,
    { now, nextRunAt }: { now: Date; nextRunAt: Date },
  ): Promise<RetentionRule | undefined>
  /** Not before this time. */
  postpone(tx: Tx, rule: RetentionRule, until: Date): Promise<void>
}
