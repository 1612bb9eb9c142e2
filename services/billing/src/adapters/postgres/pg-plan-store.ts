import type { PlanId } from '@balcao/contracts'
import { PAGE_SIZES, type Tx } from '@balcao/kernel'
import { integerSql, sql } from '@balcao/platform'

import type { Plan, PlanStore } from '../../features/plans/plan.store'
import { plans } from './plan-table'

export class PgPlanStore implements PlanStore {
  find(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    return plans.findFirst(tx, sql`WHERE id = ${id}`)
  }

  listOffered(tx: Tx): Promise<Plan[]> {
    return plans.find(tx, sql`WHERE offered ORDER BY name, id LIMIT ${integerSql(PAGE_SIZES.all)}`)
  }
}
