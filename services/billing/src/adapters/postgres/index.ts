export { PgCompanyStore } from './pg-company-store'
export { PgPlanStore } from './pg-plan-store'
export { billingRecords } from './records'
