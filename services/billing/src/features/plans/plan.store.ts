import type { PlanId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { NewPlan, Plan } from './plan'

export type { NewPlan, Plan }

/** Plans belong to no company: visible in any scope. */
export interface PlanStore {
  find(tx: Tx, id: PlanId): Promise<Plan | undefined>
  /** By id, locked until the end of the transaction. */
  lock(tx: Tx, id: PlanId): Promise<Plan | undefined>
  /** By name, at most 5,000. */
  listOffered(tx: Tx): Promise<Plan[]>
  /** By name, at most 5,000. */
  list(tx: Tx): Promise<Plan[]>
  /** By name, with the count of all that match. */
  page(tx: Tx, search: string, slice: Slice): Promise<Counted<Plan>>
  /** @throws {AppError} ERR_PLAN_NAME_ALREADY_EXISTS */
  insert(tx: Tx, plan: NewPlan): Promise<Plan>
  /** @throws {AppError} ERR_PLAN_NAME_ALREADY_EXISTS */
  save(tx: Tx, plan: Plan, now: Date): Promise<void>
  /** @throws {AppError} ERR_PLAN_IN_USE when an invoice names it */
  delete(tx: Tx, id: PlanId): Promise<void>
}
