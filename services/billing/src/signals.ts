import type { QuotaFile } from '@balcao/kernel'
import type { CompanyId, PlanId, UnsettledReason, UserId } from '@balcao/contracts'
import { counter } from '@balcao/platform'

import { auditLog, billingLog } from './logger'

const unknown = counter(
  'balcao_billing_unknown_companies_total',
  'Questions about companies billing did not know in time',
)

const payments = counter('balcao_billing_payments_total', 'Paid charges, by outcome')

const mediaRefusals = counter(
  'balcao_billing_media_refusals_total',
  'Files that were not stored because the media of their company have what its plan allows',
)

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
  mediaRefused({ companyId }: QuotaFile) {
    mediaRefusals.add()
    billingLog.info({ companyId }, 'a file was refused: the media of its company have what its plan allows')
  },
  invoicePaid({ companyId, invoiceId, txid }: AboutCharge) {
    payments.add(1, { outcome: 'settled' })
    auditLog.info({ companyId, invoiceId, txid, action: 'invoice-paid' }, 'invoice paid')
  },
  paymentUnsettled({ companyId, invoiceId, txid }: AboutCharge, reason: UnsettledReason) {
    payments.add(1, { outcome: reason })
    auditLog.warn(
      { companyId, invoiceId, txid, action: `payment-${reason}` },
      'a payment and its invoice do not agree: a person has to decide',
    )
  },
  paymentResolved(
    { companyId, userId }: { companyId: CompanyId; userId: UserId },
    { companyId: of, txid }: AboutCharge,
  ) {
    auditLog.info(
      { companyId, userId, action: 'payment-resolved', of, subject: txid },
      'payment decided about',
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
