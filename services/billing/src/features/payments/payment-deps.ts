import type { CompanyId } from '@balcao/contracts'

import type { MakeInvoicesDeps } from '../invoices'
import type { ChargeStore } from './charge.store'
import type { PaymentProvider } from './payment-provider.port'

interface AboutCharge {
  companyId: CompanyId
  invoiceId: number
  txid: string
}

export interface PaymentDeps extends MakeInvoicesDeps {
  charges: ChargeStore
  /** Undefined: this installation takes no payments. */
  provider: PaymentProvider | undefined
  onPaid(about: AboutCharge): void
  /** Paid less than the charge: a person has to decide. */
  onUnderpaid(about: AboutCharge): void
  /** Another charge had paid the invoice: a person has to refund. */
  onPaidTwice(about: AboutCharge): void
}
