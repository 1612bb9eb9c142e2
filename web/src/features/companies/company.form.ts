import { addMonths, countDaysUntil, parseDueDate, recurrenceMonths, type Recurrence } from '@balcao/contracts'

import type { CompanyPatch, ListedCompany, NewCompany } from '../../data/companies.api'

export interface CompanyValues {
  name: string
  email: string
  phone: string
  /** Of the first administrator; only of a new company. */
  password: string
  planId: number | ''
  status: boolean
  campaignsEnabled: boolean
  /** `YYYY-MM-DD`, or '' for never. */
  dueDate: string
  recurrence: Recurrence
}

export const emptyCompany: CompanyValues = {
  name: '',
  email: '',
  phone: '',
  password: '',
  planId: '',
  status: true,
  campaignsEnabled: true,
  dueDate: '',
  recurrence: 'MENSAL',
}

/* São Paulo's day, whatever the browser's zone: there the due date is counted. */
const toDay = (instant: Date): string =>
  new Date(instant.getTime() - 3 * 60 * 60 * 1_000).toISOString().slice(0, 10)

export const toCompanyValues = (company: ListedCompany): CompanyValues => ({
  name: company.name,
  email: company.email,
  phone: company.phone,
  password: '',
  planId: company.planId,
  status: company.status,
  campaignsEnabled: company.campaignsEnabled,
  dueDate: company.dueDate ? toDay(new Date(company.dueDate)) : '',
  recurrence: company.recurrence,
})

const isDay = (typed: string): boolean => !Number.isNaN(Date.parse(typed))

/** An empty or invalid due date is sent as null. */
export const toCompanyPatch = (values: CompanyValues): CompanyPatch => ({
  name: values.name.trim(),
  email: values.email.trim(),
  phone: values.phone.replace(/\D/g, ''),
  ...(values.planId !== '' && { planId: values.planId }),
  status: values.status,
  campaignsEnabled: values.campaignsEnabled,
  dueDate: isDay(values.dueDate) ? values.dueDate : null,
  recurrence: values.recurrence,
})

export const toNewCompany = (values: CompanyValues): NewCompany => ({
  ...toCompanyPatch(values),
  ...(values.name.trim() === '' && { name: undefined }),
  email: values.email.trim(),
  planId: Number(values.planId),
  ...(values.password !== '' && { password: values.password }),
})

/** The due date one recurrence later; of today without one. */
export const addRecurrence = (dueDate: string, recurrence: Recurrence, now: Date): string =>
  toDay(addMonths(isDay(dueDate) ? parseDueDate(dueDate) : now, recurrenceMonths[recurrence]))

export type DueMark = 'soon' | 'due' | 'late'

/** How a company's row is marked: yellow exactly 5 days ahead, orange from 4 ahead to 3 past, red exactly 4 past. */
export function chooseDueMark(dueDate: string | null, now: Date): DueMark | undefined {
  if (dueDate === null) return undefined
  const days = countDaysUntil(new Date(dueDate), now)
  if (days === 5) return 'soon'
  if (days >= -3 && days <= 4) return 'due'
  return days === -4 ? 'late' : undefined
}
