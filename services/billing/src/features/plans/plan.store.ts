import type { PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Plan } from './plan'

export type { Plan }

/** Plans belong to no company: visible in any scope. */
export interface PlanStore {
  find(tx: Tx, id: PlanId): Promise<Plan | undefined>
  /** By name, at most 5,000. */
  listOffered(tx: Tx): Promise<Plan[]>
}
