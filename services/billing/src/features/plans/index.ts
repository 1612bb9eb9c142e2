export { planMessage, planView, type Plan } from './plan'
export type { PlanStore } from './plan.store'
