import { companyId } from '@balcao/contracts'
import { column, fixed, orNull, tableOf } from '@balcao/platform'

import type { Charge } from '../../features/payments/charge.store'
import type { SimulatedCharge } from '../../features/payments/simulated-charge.store'

export const charges = tableOf<Charge>()('charges', {
  txid: fixed(column.text('txid')),
  companyId: fixed(column.int('company_id', companyId)),
  invoiceId: fixed(column.int('invoice_id')),
  provider: fixed(column.text('provider')),
  providerId: orNull(column.text('provider_id')),
  copyPaste: orNull(column.text('copy_paste')),
  valueCents: fixed(column.int('value_cents')),
  status: column.text('status'),
  expiresAt: fixed(column.time('expires_at')),
  createdAt: fixed(column.time('created_at')),
})

export const simulatedCharges = tableOf<SimulatedCharge>()('simulated_charges', {
  txid: fixed(column.text('txid')),
  companyId: fixed(column.int('company_id', companyId)),
  valueCents: fixed(column.int('value_cents')),
  copyPaste: fixed(column.text('copy_paste')),
  paidCents: column.int('paid_cents'),
})
