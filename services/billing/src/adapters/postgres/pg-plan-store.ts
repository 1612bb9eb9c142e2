import type { PlanId } from '@balcao/contracts'
import { AppError, PAGE_SIZES, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  toLikePart,
  findRow,
  insertRow,
  lockRow,
  saveRow,
  violatedConstraint,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { NewPlan, Plan, PlanStore } from '../../features/plans/plan.store'
import { plans } from './plan-table'
import { repositoryOf } from './tables'

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'plans_name_unique') throw error
    throw new AppError('ERR_PLAN_NAME_ALREADY_EXISTS', { cause: error })
  }
}

const byName = { order: { name: 'ASC', id: 'ASC' }, take: PAGE_SIZES.all } as const

const order: ListOrder = { own: ['p.name', 'ASC'] }

export class PgPlanStore implements PlanStore {
  find(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    return findRow(repositoryOf(tx, plans), { id })
  }

  lock(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    return lockRow(repositoryOf(tx, plans), { id })
  }

  listOffered(tx: Tx): Promise<Plan[]> {
    return repositoryOf(tx, plans).find({ where: { offered: true }, ...byName })
  }

  list(tx: Tx): Promise<Plan[]> {
    return repositoryOf(tx, plans).find(byName)
  }

  page(tx: Tx, search: string, slice: Slice): Promise<Counted<Plan>> {
    const builder = repositoryOf(tx, plans)
      .createQueryBuilder('p')
      .where('lower(p.name) LIKE :part', { part: toLikePart(search.toLowerCase()) })
    return readSlice(builder, slice, order)
  }

  insert(tx: Tx, plan: NewPlan): Promise<Plan> {
    return refuseDuplicate(insertRow(repositoryOf(tx, plans), plan))
  }

  async save(tx: Tx, plan: Plan, now: Date): Promise<void> {
    const changed = { ...plan, updatedAt: now }
    await refuseDuplicate(saveRow(repositoryOf(tx, plans), { id: plan.id }, changed))
  }

  async delete(tx: Tx, id: PlanId): Promise<void> {
    try {
      await deleteRows(repositoryOf(tx, plans), { id })
    } catch (error) {
      if (violatedConstraint(error) !== 'invoices_chosen_plan') throw error
      throw new AppError('ERR_PLAN_IN_USE', { cause: error })
    }
  }
}
