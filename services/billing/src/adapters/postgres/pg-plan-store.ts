import type { PlanId } from '@balcao/contracts'
import { AppError, PAGE_SIZES, type Tx } from '@balcao/kernel'
import { execute, integerSql, query, sql, violatedConstraint } from '@balcao/platform'

import type { NewPlan, Plan, PlanStore } from '../../features/plans/plan.store'
import { plans } from './plan-table'

function toNameConflict(error: unknown): unknown {
  if (violatedConstraint(error) !== 'plans_name_unique') return error
  return new AppError('ERR_PLAN_NAME_ALREADY_EXISTS', { cause: error })
}

/* Escapes `%`, `_` and `\` of a search. */
const likePart = (part: string) => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export class PgPlanStore implements PlanStore {
  find(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    return plans.findFirst(tx, sql`WHERE id = ${id}`)
  }

  lock(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    return plans.findFirst(tx, sql`WHERE id = ${id} FOR UPDATE`)
  }

  listOffered(tx: Tx): Promise<Plan[]> {
    return plans.find(tx, sql`WHERE offered ORDER BY name, id LIMIT ${integerSql(PAGE_SIZES.all)}`)
  }

  list(tx: Tx): Promise<Plan[]> {
    return plans.find(tx, sql`ORDER BY name, id LIMIT ${integerSql(PAGE_SIZES.all)}`)
  }

  async page(
    tx: Tx,
    { searchParam, pageNumber, size }: { searchParam: string; pageNumber: number; size: number },
  ): Promise<{ plans: Plan[]; count: number }> {
    const where = sql`WHERE lower(name) LIKE ${likePart(searchParam)}`
    const offset = (pageNumber - 1) * size
    const found = await plans.find(tx, sql`${where} ORDER BY name, id LIMIT ${size} OFFSET ${offset}`)
    const [row] = await query<{ count: number }>(tx, sql`SELECT count(*)::int AS count FROM plans ${where}`)
    return { plans: found, count: row?.count ?? 0 }
  }

  async insert(tx: Tx, plan: NewPlan): Promise<Plan> {
    try {
      const inserted = await plans.insert(tx, plan)
      if (!inserted) throw new Error('an INSERT without conflict clause returned nothing')
      return inserted
    } catch (error) {
      throw toNameConflict(error)
    }
  }

  async save(tx: Tx, plan: Plan, now: Date): Promise<void> {
    try {
      await execute(
        tx,
        sql`UPDATE plans SET ${plans.assignments(plan)}, updated_at = ${now} WHERE id = ${plan.id}`,
      )
    } catch (error) {
      throw toNameConflict(error)
    }
  }

  async delete(tx: Tx, id: PlanId): Promise<void> {
    await execute(tx, sql`DELETE FROM plans WHERE id = ${id}`)
  }
}
