import type { CompanyId, PlanId, UserId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { auditLog, billingLog } from './logger'

const unknown = counter(
  'balcao_billing_unknown_companies_total',
  'Questions about companies billing did not know in time',
)

const payments = counter('balcao_billing_payments_total', 'Paid charges, by outcome')

interface AboutCharge {
  companyId: CompanyId
  invoiceId: number
  txid: string
}

/** One function per business fact: counter and log line together. */
export const signals = {
  companyUnknown(companyId: CompanyId) {
    unknown.add()
    billingLog.info({ companyId }, 'asked about a company that is not known')
  },
  invoicePaid({ companyId, invoiceId, txid }: AboutCharge) {
    payments.add(1, { outcome: 'settled' })
    auditLog.info({ companyId, invoiceId, txid, action: 'invoice-paid' }, 'invoice paid')
  },
  chargeUnderpaid({ companyId, invoiceId, txid }: AboutCharge) {
    payments.add(1, { outcome: 'underpaid' })
    auditLog.warn(
      { companyId, invoiceId, txid, action: 'charge-underpaid' },
      'less was paid than the charge asked',
    )
  },
  invoicePaidTwice({ companyId, invoiceId, txid }: AboutCharge) {
    payments.add(1, { outcome: 'twice' })
    auditLog.warn(
      { companyId, invoiceId, txid, action: 'invoice-paid-twice' },
      'a second charge paid the same invoice',
    )
  },
  planEdited(
    { companyId, userId }: { companyId: CompanyId; userId: UserId },
    action: 'create' | 'update' | 'delete',
    planId: PlanId,
  ) {
    auditLog.info({ companyId, userId, action: `plan-${action}`, subject: planId }, `plan ${action}d`)
  },
}
