export { companyErasuresConsumer, eraseCompaniesJob, type EraseCompaniesDeps } from './erase-companies'
