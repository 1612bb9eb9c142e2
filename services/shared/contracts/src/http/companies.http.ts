import { businessHours, timeZoneField } from './business-hours'
import { companyRoutes } from './companies.routes'
import { endpoint } from './endpoint'
import { idField, idText, ignored, literals, object, text } from './fields'

export const nameField = () => text(50).trim().min(2, literals.short).required(literals.required)

export const emailField = () => text(255).trim().lowercase().email(literals.email).required(literals.required)

export const passwordField = () => text(50).min(5, literals.short)

/** Sign-up. Due date, status and recurrence, which Whaticket's clients send, are ignored. */
export const signUpBody = object({
  name: nameField().meta({ code: 'ERR_COMPANY_INVALID_NAME' }),
  email: emailField(),
  phone: text(20)
    .matches(/^\d{10,11}$/, 'Invalid phone')
    .required(literals.required),
  password: passwordField().required(literals.required),
  planId: idField().required(literals.required),
  recurrence: ignored(),
  dueDate: ignored(),
  status: ignored(),
  campaignsEnabled: ignored(),
})

const signUpChecks = {
  access: 'public',
  pastDue: true,
  rate: 'signup',
  body: signUpBody,
  tag: 'companies',
  summary:
    'A new company with its first administrator and 3 days of trial, all decided by the server. An e-mail that has an account gets the same answer, and its owner a mail.',
  errors: [
    'ERR_COMPANY_INVALID_NAME',
    'ERR_NO_PLAN_FOUND',
    'ERR_USER_CREATION_DISABLED',
    'ERR_WEAK_PASSWORD',
  ],
} as const

export const signUp = endpoint(companyRoutes.signUp, signUpChecks)

/** The same call at Whaticket's path. */
export const signUpAlias = endpoint(companyRoutes.signUpAlias, signUpChecks)

const companyParams = object({ companyId: idText().required() })

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
