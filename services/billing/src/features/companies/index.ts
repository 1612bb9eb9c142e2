export { requireCompany, toCompanyPlanView, type Company } from './company'
export type { CompanyStore } from './company.store'
