import type { CompanyId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { billingLog } from './logger'

const unknown = counter(
  'balcao_billing_unknown_companies_total',
  'Questions about companies billing did not know in time',
)

/** One function per business fact: counter and log line together. */
export const signals = {
  companyUnknown(companyId: CompanyId) {
    unknown.add()
    billingLog.info({ companyId }, 'asked about a company that is not known')
  },
}
