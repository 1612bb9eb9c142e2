export type { DashboardStore } from './dashboard.store'
