import { businessHours, timeZoneField } from './business-hours'
import { companyRoutes } from './companies.routes'
import { endpoint } from './endpoint'
import {
  boolean,
  idField,
  idText,
  ignored,
  lastingIdField,
  literals,
  object,
  pageNumber,
  searchParam,
  text,
} from './fields'
import { recurrences } from '../rules/recurrence'
import { isOneCharacter } from '../rules/simple-password'

export const nameField = () => text(50).trim().min(2, literals.short).required(literals.required)

export const emailField = () => text(255).trim().lowercase().email(literals.email).required(literals.required)

/** The one rule of chosen passwords that needs no dictionary; the server also refuses common ones and names (ERR_WEAK_PASSWORD). */
export const passwordField = () =>
  text(50)
    .min(5, literals.short)
    .test('simple', literals.simple, (value) => value === undefined || !isOneCharacter(value))

const phoneField = (rule: { excludeEmptyString: boolean }) =>
  text(20)
    .meta({ kind: 'digits' })
    .matches(/^\d{10,11}$/, { ...rule, message: 'Invalid phone' })

/* A day or an instant; an empty text is no due date. */
const dueDateField = () =>
  text(30)
    .nullable()
    .test('due-date', 'Invalid date', (value) => !value || !Number.isNaN(Date.parse(value)))

/** What only super users decide about a company. */
export const companyTermsBody = object({
  status: boolean().strict(true),
  campaignsEnabled: boolean().strict(true),
  dueDate: dueDateField(),
  recurrence: text(20).oneOf(recurrences),
})

/** Sign-up. Due date, status and recurrence are read when a super user sends them (`companyTermsBody`), and ignored otherwise. */
export const signUpBody = object({
  name: nameField().meta({ code: 'ERR_COMPANY_INVALID_NAME' }),
  email: emailField(),
  phone: phoneField({ excludeEmptyString: false }).required(literals.required),
  password: passwordField().required(literals.required),
  planId: idField().required(literals.required),
  recurrence: ignored(),
  dueDate: ignored(),
  status: ignored(),
  campaignsEnabled: ignored(),
})

/** What super users send of a new company: its e-mail and plan are enough. Everyone else sends `signUpBody`. */
export const newCompanyBody = signUpBody.shape({
  name: text(50).trim().min(2, literals.short).meta({ code: 'ERR_COMPANY_INVALID_NAME' }),
  phone: phoneField({ excludeEmptyString: true }),
  password: passwordField(),
})

const signUpChecks = {
  access: 'public',
  pastDue: true,
  rate: 'signup',
  body: newCompanyBody,
  tag: 'companies',
  summary:
    'A new company with its first administrator and 3 days of trial, all decided by the server. Where mail is sent it is made once the mailed code is typed (POST /emails/confirm). An e-mail that has an account gets the same answer, and its owner a mail. With the token of a super user: a company with the given status, due date and recurrence, and its view as answer; then only e-mail and plan are required, and without a password the administrator is mailed a code to set one.',
  errors: [
    'ERR_UNAUTHORIZED',
    'ERR_SESSION_EXPIRED',
    'ERR_SESSION_OVER',
    'ERR_COMPANY_INVALID_NAME',
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_NO_PLAN_FOUND',
    'ERR_USER_CREATION_DISABLED',
    'ERR_WEAK_PASSWORD',
  ],
} as const

export const signUp = endpoint(companyRoutes.signUp, signUpChecks)

/** The same call at Whaticket's path. */
export const signUpAlias = endpoint(companyRoutes.signUpAlias, signUpChecks)

const companyParams = object({ companyId: idText().required() })

export const searchCompaniesQuery = object({ searchParam: searchParam(), pageNumber: pageNumber() })

export const searchCompanies = endpoint(companyRoutes.searchCompanies, {
  access: 'super',
  rate: 'search',
  query: searchCompaniesQuery,
  tag: 'companies',
  summary: 'All companies, 20 a page, by name; `searchParam` matches name and e-mail.',
})

export const listCompanies = endpoint(companyRoutes.listCompanies, {
  access: 'super',
  tag: 'companies',
  summary: 'All companies by name, at most 5,000.',
})

export const getCompany = endpoint(companyRoutes.getCompany, {
  access: 'admin',
  pastDue: true,
  params: companyParams,
  tag: 'companies',
  summary: 'The own company; any company for super users.',
  errors: ['ERR_NO_COMPANY_FOUND'],
})

/** Absent fields stay as they are. */
export const companyPatchBody = companyTermsBody.shape({
  name: text(50).trim().min(2, literals.short).meta({ code: 'ERR_COMPANY_INVALID_NAME' }),
  email: emailField().optional(),
  phone: phoneField({ excludeEmptyString: true }),
  planId: lastingIdField(),
  id: ignored(),
  password: ignored(),
  plan: ignored(),
  settings: ignored(),
  schedules: ignored(),
  billingName: ignored(),
  addressZipCode: ignored(),
  addressStreet: ignored(),
  addressState: ignored(),
  addressCity: ignored(),
  addressDistrict: ignored(),
  mediaUsage: ignored(),
  createdAt: ignored(),
  trialExpiration: ignored(),
})

export const updateCompany = endpoint(companyRoutes.updateCompany, {
  access: 'super',
  params: companyParams,
  body: companyPatchBody,
  tag: 'companies',
  summary:
    'Changes a company; absent fields stay, an empty or null due date means never. A blocked company’s sessions end.',
  errors: [
    'ERR_COMPANY_INVALID_NAME',
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    'ERR_NO_COMPANY_FOUND',
    'ERR_NO_PLAN_FOUND',
    'ERR_NO_PERMISSION',
  ],
})

export const deleteCompany = endpoint(companyRoutes.deleteCompany, {
  access: 'super',
  params: companyParams,
  tag: 'companies',
  summary:
    'Deletes a company with its users and settings; its numbers are disconnected. Refused for the own company and for one with a super user.',
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_PERMISSION'],
})

export const startCompanyExport = endpoint(companyRoutes.startCompanyExport, {
  access: 'super',
  params: companyParams,
  tag: 'companies',
  summary:
    'A link that downloads the company’s export, once begun within a minute, for the session that asked.',
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const companyExportQuery = object({ ticket: text(120).required() })

export const downloadCompanyExport = endpoint(companyRoutes.downloadCompanyExport, {
  access: 'public',
  params: companyParams,
  query: companyExportQuery,
  file: 'application/zip',
  tag: 'companies',
  summary:
    'A zip with the tables of every service as JSON lines, without secrets, and the media files. `manifest.json` is the last file: an archive without it is not whole.',
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_SESSION_OVER'],
})

export const getCompanyHours = endpoint(companyRoutes.getCompanyHours, {
  access: 'user',
  params: companyParams,
  tag: 'companies',
  summary: "The company's business hours and their time zone; only of one's own company.",
  errors: ['ERR_NO_COMPANY_FOUND'],
})

/** Absent fields stay as they are. */
export const companyHoursBody = object({
  id: ignored(),
  schedules: businessHours(),
  timeZone: timeZoneField(),
})

export const putCompanyHours = endpoint(companyRoutes.putCompanyHours, {
  access: 'admin',
  params: companyParams,
  body: companyHoursBody,
  tag: 'companies',
  summary: "Sets the company's business hours or their time zone; absent fields stay.",
  errors: ['ERR_NO_COMPANY_FOUND'],
})
