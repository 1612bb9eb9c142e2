export { CompaniesTab } from './companies-tab'
