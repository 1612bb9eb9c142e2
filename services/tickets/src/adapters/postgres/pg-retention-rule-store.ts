import type { CompanyId, RetentionCounts } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, findRow, sql, updateRows } from '@balcao/platform'

import type { RetentionRule, RetentionRuleStore, RunningRule } from '../../features/retention/retention.store'
import { fromRule, retentionRules, toRule } from './retention-table'
import { repositoryOf } from './tables'

/* The run that goes on; none when the rule was changed since. */
const atPass = ({ companyId, kind, months, passBefore }: RunningRule) => ({
  companyId,
  kind,
  months,
  passBefore,
})

export class PgRetentionRuleStore implements RetentionRuleStore {
  async list(tx: Tx, companyId: CompanyId): Promise<RetentionRule[]> {
    return (await repositoryOf(tx, retentionRules).findBy({ companyId })).map(toRule)
  }

  async lockAll(tx: Tx, companyId: CompanyId): Promise<RetentionRule[]> {
    const rows = await repositoryOf(tx, retentionRules).find({
      where: { companyId },
      order: { kind: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    })
    return rows.map(toRule)
  }

  async save(tx: Tx, rule: RetentionRule): Promise<void> {
    await repositoryOf(tx, retentionRules).upsert(fromRule(rule), ['companyId', 'kind'])
  }

  async listDue(tx: Tx, now: Date, most: number): Promise<RetentionRule[]> {
    const rows = await repositoryOf(tx, retentionRules)
      .createQueryBuilder('r')
      .where('r.months IS NOT NULL AND r.nextRunAt <= :now', { now })
      .orderBy({ 'r.nextRunAt': 'ASC', 'r.companyId': 'ASC', 'r.kind': 'ASC' })
      .limit(most)
      .getMany()
    return rows.map(toRule)
  }

  async begin(tx: Tx, { companyId, kind, months, passBefore }: RunningRule): Promise<boolean> {
    const begun = await execute(
      tx,
      sql`UPDATE retention_rules SET pass_before = ${passBefore}, erased_tickets = 0, erased_messages = 0, erased_files = 0, erased_bytes = 0
        WHERE company_id = ${companyId} AND kind = ${kind} AND months = ${months} AND pass_before IS NULL`,
    )
    return begun > 0
  }

  async add(tx: Tx, rule: RunningRule, erased: RetentionCounts, now: Date): Promise<boolean> {
    const { companyId, kind, months, passBefore } = rule
    const counted = await execute(
      tx,
      sql`UPDATE retention_rules SET next_run_at = ${now}, erased_tickets = erased_tickets + ${erased.tickets}::int,
          erased_messages = erased_messages + ${erased.messages}::int, erased_files = erased_files + ${erased.files}::int,
          erased_bytes = erased_bytes + ${erased.sizeBytes}::bigint
        WHERE company_id = ${companyId} AND kind = ${kind} AND months = ${months} AND pass_before = ${passBefore}`,
    )
    return counted > 0
  }

  async finish(
    tx: Tx,
    rule: RunningRule,
    { now, nextRunAt }: { now: Date; nextRunAt: Date },
  ): Promise<RetentionRule | undefined> {
    const repository = repositoryOf(tx, retentionRules)
    const ended = { passBefore: null, erasedBefore: rule.passBefore, lastRunAt: now, nextRunAt }
    if ((await updateRows(repository, atPass(rule), ended)) === 0) return undefined
    const stored = await findRow(repository, { companyId: rule.companyId, kind: rule.kind })
    return stored && toRule(stored)
  }

  async postpone(tx: Tx, { companyId, kind }: RetentionRule, until: Date): Promise<void> {
    await updateRows(repositoryOf(tx, retentionRules), { companyId, kind }, { nextRunAt: until })
  }
}
