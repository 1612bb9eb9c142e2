import { companyId } from '@balcao/contracts'
import { column, fixed, orNull, tableOf } from '@balcao/platform'

import type { Charge } from '../../features/payments/charge.store'
import type { SimulatedCharge } from '../../features/payments/simulated-charge.store'

export const charges = tableOf<Charge>()(
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
  },
  { primary: ['txid'], unmapped: ['check_at'] },
)

export const simulatedCharges = tableOf<SimulatedCharge>()(
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
