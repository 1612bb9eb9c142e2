import { companyId, planId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, hidden, orNull } from '@balcao/platform'

import type { Company } from '../../features/companies/company.store'

/** `updatedAt` is when billing was told of it last. */
export const companies = entityOf<Company & { updatedAt?: Date | undefined }>()('companies', {
  id: fixed(column.int('company_id', companyId)),
  name: column.text('name'),
  email: column.text('email'),
  phone: column.text('phone'),
  active: column.bool('active'),
  planId: column.int('plan_id', planId),
  dueAt: orNull(column.time('due_at')),
  recurrence: column.text('recurrence'),
  createdAt: column.time('created_at'),
  revision: column.int('revision'),
  campaignsEnabled: generated(column.bool('campaigns_enabled')),
  updatedAt: hidden(column.time('updated_at')),
})
