export {
  companyChanged,
  toCompanySnapshot,
  normalizeCompanyName,
  buildTrialCompany,
  type Company,
  type NewCompany,
} from './company'
export type { CompanyStore } from './company.store'
export { insertOperatorCompany, type FirstCompany } from './first-company'
export type { CreateCompanyDeps } from './sign-up'
