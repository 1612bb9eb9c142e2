import type { MediaBytes } from '../errors/error-codes'
import type { BusinessHoursView } from './business-hours'
import type { Recurrence } from '../rules/recurrence'
import type {
  companyExportQuery,
  companyHoursBody,
  companyPatchBody,
  newCompanyBody,
  searchCompaniesQuery,
} from './companies.http'
import { type Sent, route } from './route'
import type { SettingView } from './settings.routes'

/** Also the answer for an e-mail that already has an account; therefore without ids. */
export interface SignUpAnswer {
  name: string
  email: string
  planId: number
  dueDate: string
  /** False: the company is made once the code that was mailed to the e-mail is typed. */
  emailConfirmed: boolean
}

/** A company as its administrators and super users see it. */
export interface ManagedCompanyView {
  id: number
  name: string
  email: string
  phone: string
  planId: number
  /** Null when billing did not answer in time. */
  plan: { id: number; name: string; value: number } | null
  /** False: blocked. */
  status: boolean
  /** ISO-8601; null: never. */
  dueDate: string | null
  recurrence: Recurrence
  campaignsEnabled: boolean
  /** Every setting, with its default; secrets are masked. */
  settings: SettingView[]
  schedules: BusinessHoursView[]
  /** Who paid last, as the checkout asked; null before the first checkout, and when billing did not answer in time. */
  billingName: string | null
  addressZipCode: string | null
  addressStreet: string | null
  addressState: string | null
  addressCity: string | null
  addressDistrict: string | null
  /** Bytes of its media; without limit `allowedBytes` is 0. Null when billing did not answer in time. */
  mediaUsage: MediaBytes | null
  createdAt: string
  trialExpiration: string | null
}

export interface CompanyHoursView {
  schedules: BusinessHoursView[]
  /** IANA zone. */
  timeZone: string
}

export const companyRoutes = {
  signUp: route('post', '/companies').with<{
    body: Sent<typeof newCompanyBody>
    answer: SignUpAnswer | ManagedCompanyView
  }>(),
  signUpAlias: route('post', '/companies/cadastro').with<{
    body: Sent<typeof newCompanyBody>
    answer: SignUpAnswer | ManagedCompanyView
  }>(),
  searchCompanies: route('get', '/companies').with<{
    query: Sent<typeof searchCompaniesQuery>
    answer: { companies: ManagedCompanyView[]; count: number; hasMore: boolean }
  }>(),
  listCompanies: route('get', '/companies/list').with<{ answer: ManagedCompanyView[] }>(),
  getCompany: route('get', '/companies/:companyId').with<{ answer: ManagedCompanyView }>(),
  updateCompany: route('put', '/companies/:companyId').with<{
    body: Sent<typeof companyPatchBody>
    answer: ManagedCompanyView
  }>(),
  deleteCompany: route('delete', '/companies/:companyId').with<{ answer: { message: string } }>(),
  startCompanyExport: route('post', '/companies/:companyId/export').with<{ answer: { url: string } }>(),
  downloadCompanyExport: route('get', '/companies/:companyId/export').with<{
    query: Sent<typeof companyExportQuery>
  }>(),
  getCompanyHours: route('get', '/companies/:companyId/schedules').with<{ answer: CompanyHoursView }>(),
  putCompanyHours: route('put', '/companies/:companyId/schedules').with<{
    body: Sent<typeof companyHoursBody>
    answer: CompanyHoursView
  }>(),
}
