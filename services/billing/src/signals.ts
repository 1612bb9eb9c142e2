import type { CompanyId, PlanId, UserId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { auditLog, billingLog } from './logger'

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
  planEdited(
    { companyId, userId }: { companyId: CompanyId; userId: UserId },
    action: 'create' | 'update' | 'delete',
    planId: PlanId,
  ) {
    auditLog.info({ companyId, userId, action: `plan-${action}`, subject: planId }, `plan ${action}d`)
  },
}
