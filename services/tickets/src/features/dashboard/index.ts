export type { CompanyPeriod, DashboardStore } from './dashboard.store'
export { checkPeriod, toDay, type Period } from './period'
