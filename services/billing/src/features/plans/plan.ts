import type { PlanFlag, PlanId, PlanView } from '@balcao/contracts'
import type { Plan as PlanMessage } from '@balcao/contracts/wire'

export interface Plan {
  id: PlanId
  name: string
  users: number
  connections: number
  queues: number
  valueCents: number
  flags: Record<PlanFlag, boolean>
  /** Can be chosen at sign-up. */
  offered: boolean
}

export const toPlanView = (plan: Plan): PlanView => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  value: plan.valueCents / 100,
  ...plan.flags,
})

export const toPlanMessage = (plan: Plan): PlanMessage => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  valueCents: plan.valueCents,
  ...plan.flags,
  offered: plan.offered,
})
