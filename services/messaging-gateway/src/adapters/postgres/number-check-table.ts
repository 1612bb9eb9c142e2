import { companyId, type CompanyId, type ConnectionProvider } from '@balcao/contracts'
import { column, entityOf, fixed, tableOf } from '@balcao/platform'

import type { KnownNumber } from '../../features/lookups/number-check.store'

interface StoredNumber extends KnownNumber {
  companyId: CompanyId
  provider: ConnectionProvider
}

export const numberChecks = entityOf<StoredNumber>()(
  'number_checks',
  {
    companyId: fixed(column.int('company_id', companyId)),
    provider: fixed(column.text('provider')),
    asked: fixed(column.text('number')),
    exists: column.bool('is_there'),
    number: column.text('canonical'),
    checkedAt: column.time('checked_at'),
  },
  { primary: ['companyId', 'provider', 'asked'] },
)

/** Read for every message of the send API. */
export const numberCheckTable = tableOf(numberChecks)
