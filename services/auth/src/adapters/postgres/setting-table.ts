import { companyId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed } from '@balcao/platform'

interface StoredSetting {
  companyId: CompanyId
  key: string
  /** Sealed when it begins with `sealed:`. */
  value: string
  updatedAt: Date
}

export const settings = entityOf<StoredSetting>()(
  'settings',
  {
    companyId: fixed(column.int('company_id', companyId)),
    key: fixed(column.text('key')),
    value: column.text('value'),
    updatedAt: column.time('updated_at'),
  },
  { primary: ['companyId', 'key'] },
)
