import type { CompanyId, PaymentProviderName } from '@balcao/contracts'

import type { Payer } from './payer'

export { parsePixAmount, toPixAmount } from './pix-amount'

/** A Pix charge to be made. */
export interface ChargeOrder {
  /** Ours, 32 letters and digits: a repeat with the same one is the same charge. */
  txid: string
  companyId: CompanyId
  invoiceId: number
  /** What the payer reads. */
  detail: string
  valueCents: number
  expiresInSeconds: number
  payer: Payer
}

export interface MadeCharge {
  /** The provider's name of the charge. */
  providerId: string
  /** The copy-and-paste code. */
  copyPaste: string
}

/** What the provider received for a charge, and gave back of it. */
export interface Payment {
  paidCents: number
  /** Refunds and chargebacks, those that have only been asked for too. */
  refundedCents: number
}

export type ChargeState =
  | { kind: 'open' }
  | ({ kind: 'paid' } & Payment)
  /** Can not be paid any more. */
  | { kind: 'ended' }

/** A call of the provider to our webhook, as it arrived. */
export interface WebhookCall {
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, unknown>>
  body: unknown
}

export interface ReportedCharge {
  providerId: string
  /** Identifies the report among all of this provider: a repeat carries the same. */
  eventId: string
}

/** Takes Pix payments. Network calls; never inside a transaction. */
export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** It refuses payers from Brazil without CPF or CNPJ. */
  readonly needsTaxId: boolean
  /** Idempotent by `txid`. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
  createCharge(order: ChargeOrder): Promise<MadeCharge>
  /** What became of a charge, from the provider itself. An unknown charge has ended. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
  findCharge(providerId: string): Promise<ChargeState>
  /** The provider's name of a charge of ours whose making we have heard nothing of. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
  findProviderId(txid: string): Promise<string | undefined>
  /**
   * Asks the provider to end a charge. Idempotent; refused for one that was paid meanwhile, so that `findCharge` has to say what became of it.
   * @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE
   */
  cancelCharge(providerId: string): Promise<void>
  /** The charges that a call is about; says nothing about what was paid. @throws {AppError} ERR_UNAUTHORIZED without our secret */
  readWebhook(call: WebhookCall): ReportedCharge[]
}
