import { companyId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { CompanyDataKey } from '../../features/signal-vault/signal-vault.store'

interface StoredDataKey extends CompanyDataKey {
  createdAt: Date
  retiredAt: Date | null
}

export const dataKeys = entityOf<StoredDataKey>()(
  'signal_data_keys',
  {
    companyId: fixed(column.int('company_id', companyId)),
    version: fixed(column.int('version')),
    masterKeyId: column.text('master_key_id'),
    wrapped: column.bytes('wrapped'),
    createdAt: fixed(column.time('created_at')),
    retiredAt: orNull(column.time('retired_at')),
  },
  { primary: ['companyId', 'version'] },
)
