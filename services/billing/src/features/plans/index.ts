export { restrictPlan, toPlanMessage, toPlanView, type Plan } from './plan'
export { planChanged } from './plan-events'
export type { PlanStore } from './plan.store'
