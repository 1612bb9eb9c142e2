import type { CompanyId, UnsettledReason } from '@balcao/contracts'

import type { MakeInvoicesDeps } from '../invoices'
import type { ChargeStore } from './charge.store'
import type { PaymentProvider } from './payment-provider.port'
import type { CountUsage } from './plan-choice'

interface AboutCharge {
  companyId: CompanyId
  invoiceId: number
  txid: string
}

export interface PaymentDeps extends MakeInvoicesDeps {
  charges: ChargeStore
  /** Undefined: this installation takes no payments. */
  provider: PaymentProvider | undefined
  countUsage: CountUsage
  onPaid(about: AboutCharge): void
  /** Money that settled nothing, or that was refunded after it had: a person has to decide. */
  onUnsettled(about: AboutCharge, reason: UnsettledReason): void
}
