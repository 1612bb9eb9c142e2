export type { CompanyPeriod, DashboardStore } from './dashboard.store'
export { checkPeriod, type Period } from './period'
