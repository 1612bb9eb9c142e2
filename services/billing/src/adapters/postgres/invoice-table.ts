import { companyId } from '@balcao/contracts'
import { column, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { Invoice } from '../../features/invoices/invoice.store'

export const invoices = tableOf<Invoice>()('invoices', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  detail: column.text('detail'),
  valueCents: column.int('value_cents'),
  months: column.int('months'),
  dueAt: column.time('due_at'),
  dueOn: fixed(column.text('due_on')),
  status: column.text('status'),
  paidAt: orNull(column.time('paid_at')),
  createdAt: fixed(column.time('created_at')),
})
