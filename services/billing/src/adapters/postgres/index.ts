export { PgCompanyStore } from './pg-company-store'
export { PgPlanStore } from './pg-plan-store'
export { tables } from './tables'
