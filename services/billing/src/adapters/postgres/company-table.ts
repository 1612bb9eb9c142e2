import { companyId, planId } from '@balcao/contracts'
import { column, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { Company } from '../../features/companies/company.store'

export const companies = tableOf<Company>()(
  'companies',
  {
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
  },
  { unmapped: ['updated_at'] },
)
