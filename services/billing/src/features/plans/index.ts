export { toPlanMessage, toPlanView, type Plan } from './plan'
export type { PlanStore } from './plan.store'
