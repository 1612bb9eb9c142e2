import type { BusinessHoursView } from './business-hours'
import type { companyHoursBody, signUpBody } from './companies.http'
import { type Sent, route } from './route'

/** Also the answer for an e-mail that already has an account; therefore without ids. */
export interface SignUpAnswer {
  name: string
  email: string
  planId: number
  dueDate: string
}

export interface CompanyHoursView {
  schedules: BusinessHoursView[]
  /** IANA zone. */
  timeZone: string
}

export const companyRoutes = {
  signUp: route('post', '/companies').with<{ body: Sent<typeof signUpBody>; answer: SignUpAnswer }>(),
  signUpAlias: route('post', '/companies/cadastro').with<{
    body: Sent<typeof signUpBody>
    answer: SignUpAnswer
  }>(),
  getCompanyHours: route('get', '/companies/:companyId/schedules').with<{ answer: CompanyHoursView }>(),
  putCompanyHours: route('put', '/companies/:companyId/schedules').with<{
    body: Sent<typeof companyHoursBody>
    answer: CompanyHoursView
  }>(),
}
