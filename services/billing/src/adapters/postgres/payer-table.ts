import { column, tableOf } from '@balcao/platform'

import type { StoredPayer } from '../../features/payments/charge.store'

export const payers = tableOf<StoredPayer>()(
  'payers',
  {
    name: column.text('name'),
    address: column.text('address'),
    district: column.text('district'),
    city: column.text('city'),
    state: column.text('state'),
    zipCode: column.text('zip_code'),
    country: column.text('country'),
    taxId: column.text('tax_id'),
  },
  { unmapped: ['company_id', 'updated_at'] },
)
