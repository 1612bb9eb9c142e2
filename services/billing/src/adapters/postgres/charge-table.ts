import { companyId, type CompanyId, type PaymentProviderName } from '@balcao/contracts'
import { column, entityOf, fixed, hidden, orNull } from '@balcao/platform'

import type { Charge } from '../../features/payments/charge.store'
import type { SimulatedCharge } from '../../features/payments/simulated-charge.store'

/** `checkAt` is when its provider is asked about it next. */
export const charges = entityOf<Charge & { checkAt?: Date | undefined }>()(
  'charges',
  {
    txid: fixed(column.text('txid')),
    companyId: fixed(column.int('company_id', companyId)),
    invoiceId: column.int('invoice_id'),
    provider: fixed(column.text('provider')),
    providerId: orNull(column.text('provider_id')),
    copyPaste: orNull(column.text('copy_paste')),
    valueCents: fixed(column.int('value_cents')),
    months: fixed(orNull(column.int('months'))),
    status: column.text('status'),
    paidCents: column.int('paid_cents'),
    refundedCents: column.int('refunded_cents'),
    settledCents: column.int('settled_cents'),
    resolvedAt: orNull(column.time('resolved_at')),
    expiresAt: fixed(column.time('expires_at')),
    createdAt: fixed(column.time('created_at')),
    checkAt: hidden(column.time('check_at')),
  },
  { primary: ['txid'] },
)

/** A provider's report of a charge. */
interface PaymentEvent {
  companyId: CompanyId
  provider: PaymentProviderName
  eventId: string
  txid: string
  receivedAt: Date
}

export const paymentEvents = entityOf<PaymentEvent>()(
  'payment_events',
  {
    companyId: fixed(column.int('company_id', companyId)),
    provider: fixed(column.text('provider')),
    eventId: fixed(column.text('event_id')),
    txid: fixed(column.text('txid')),
    receivedAt: fixed(column.time('received_at')),
  },
  { primary: ['provider', 'eventId'] },
)

export const simulatedCharges = entityOf<SimulatedCharge>()(
  'simulated_charges',
  {
    txid: fixed(column.text('txid')),
    companyId: fixed(column.int('company_id', companyId)),
    valueCents: fixed(column.int('value_cents')),
    copyPaste: fixed(column.text('copy_paste')),
    paidCents: column.int('paid_cents'),
    canceled: column.bool('canceled'),
  },
  { primary: ['txid'] },
)
