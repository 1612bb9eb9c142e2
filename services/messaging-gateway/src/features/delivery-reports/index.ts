export type { DeliveryReportStore } from './delivery-report.store'
export { recordReports, type ReportDeps } from './record-reports'
