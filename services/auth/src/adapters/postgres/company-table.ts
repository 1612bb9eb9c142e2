import { companyId, planId, type BusinessHoursView } from '@balcao/contracts'
import { column, entityOf, fixed, generated, hidden, orNull } from '@balcao/platform'

import type { Company } from '../../features/companies/company.store'

/** A row: without schedules of its own a company has the default week. */
export interface StoredCompany extends Omit<Company, 'schedules'> {
  schedules: readonly BusinessHoursView[] | null
  nameKey?: string | undefined
  updatedAt?: Date | undefined
}

export const companies = entityOf<StoredCompany>()('companies', {
  id: generated(column.int('company_id', companyId)),
  name: column.text('name'),
  email: column.text('email'),
  phone: column.text('phone'),
  active: column.bool('active'),
  planId: column.int('plan_id', planId),
  dueAt: orNull(column.time('due_at')),
  trialEndsAt: orNull(column.time('trial_ends_at')),
  schedules: orNull(column.jsonb('schedules')),
  timeZone: column.text('time_zone'),
  recurrence: column.text('recurrence'),
  nameKey: hidden(column.text('name_key')),
  createdAt: fixed(column.time('created_at')),
  updatedAt: hidden(column.time('updated_at')),
  // Counted by a trigger.
  revision: generated(column.int('revision')),
})
