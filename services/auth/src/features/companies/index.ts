export {
  companyChanged,
  companySnapshot,
  companyNameKey,
  trialCompany,
  type Company,
  type NewCompany,
} from './company'
export type { CompanyStore } from './company.store'
