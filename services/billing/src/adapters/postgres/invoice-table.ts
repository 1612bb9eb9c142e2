import { companyId, planId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull, orNullGroup } from '@balcao/platform'

import type { ChosenTerms, Invoice } from '../../features/invoices/invoice.store'

const chosen = orNullGroup<ChosenTerms, 'planId'>(
  {
    planId: column.int('chosen_plan_id', planId),
    recurrence: column.text('chosen_recurrence'),
    differenceCents: column.int('difference_cents'),
  },
  'planId',
  { recurrence: null, differenceCents: 0 },
)

export const invoices = entityOf<Invoice>()('invoices', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  detail: column.text('detail'),
  valueCents: column.int('value_cents'),
  months: column.int('months'),
  chosen,
  dueAt: column.time('due_at'),
  dueOn: fixed(column.text('due_on')),
  status: column.text('status'),
  paidAt: orNull(column.time('paid_at')),
  createdAt: fixed(column.time('created_at')),
})
