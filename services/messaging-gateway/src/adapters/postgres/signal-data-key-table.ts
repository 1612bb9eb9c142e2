import { companyId } from '@balcao/contracts'
import { column, fixed, tableOf } from '@balcao/platform'

import type { CompanyDataKey } from '../../features/signal-vault/signal-vault.store'

export const dataKeys = tableOf<CompanyDataKey>()(
  'signal_data_keys',
  {
    companyId: fixed(column.int('company_id', companyId)),
    version: fixed(column.int('version')),
    masterKeyId: column.text('master_key_id'),
    wrapped: column.bytes('wrapped'),
  },
  { primary: ['companyId', 'version'], unmapped: ['created_at', 'retired_at'] },
)
