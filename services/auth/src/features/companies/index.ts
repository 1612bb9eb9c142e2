export {
  companyChanged,
  companySnapshot,
  companyNameKey,
  trialCompany,
  type Company,
  type NewCompany,
} from './company'
export type { CompanyStore } from './company.store'
export { insertOperatorsCompany, type FirstCompany } from './first-company'
export type { FoundCompanyDeps } from './sign-up'
