import { companyId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed, hidden } from '@balcao/platform'

import type { StoredPayer } from '../../features/payments/charge.store'

export type PayerRow = StoredPayer & { companyId: CompanyId; updatedAt?: Date | undefined }

export const payers = entityOf<PayerRow>()(
  'payers',
  {
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    address: column.text('address'),
    district: column.text('district'),
    city: column.text('city'),
    state: column.text('state'),
    zipCode: column.text('zip_code'),
    country: column.text('country'),
    taxId: column.text('tax_id'),
    updatedAt: hidden(column.time('updated_at')),
  },
  { primary: ['companyId'] },
)
