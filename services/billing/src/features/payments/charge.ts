import type { CompanyId, PaymentProviderName, PixChargeView } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { MINUTE, type Clock, type Ids } from '@balcao/kernel'

import type { ChargeState } from './payment-provider.port'
import { toPixAmount } from './pix-amount'

export interface Charge {
  txid: string
  companyId: CompanyId
  invoiceId: number
  provider: PaymentProviderName
  /** Both null until the provider has answered. */
  providerId: string | null
  copyPaste: string | null
  valueCents: number
  status: 'open' | 'paid' | 'ended'
  expiresAt: Date
  createdAt: Date
}

export const CHARGE_LIFE_SECONDS = 3_600

/* A charge with less time left is replaced: its payer would have to hurry. */
const MIN_LEFT_MS = 10 * MINUTE

/** A payment may be reported this long after a charge has expired; then it is not asked about any more. */
export const GRACE_MS = 30 * MINUTE

/** Whether a repeated checkout answers this charge. */
export const isPayable = (
  charge: Charge,
  now: Date,
  wanted: { valueCents: number; provider: PaymentProviderName },
): boolean =>
  charge.status === 'open' &&
  charge.valueCents === wanted.valueCents &&
  charge.provider === wanted.provider &&
  charge.expiresAt.getTime() - now.getTime() > MIN_LEFT_MS

export type Verdict = 'wait' | 'settle' | 'end' | 'underpaid'

/** What follows from the provider's answer about an open charge. Amounts are compared in cents. */
export function judgeCharge(charge: Charge, state: ChargeState, now: Date): Verdict {
  if (state.kind === 'paid') return state.paidCents >= charge.valueCents ? 'settle' : 'underpaid'
  if (state.kind === 'ended') return 'end'
  return now.getTime() > charge.expiresAt.getTime() + GRACE_MS ? 'end' : 'wait'
}

export const toPixChargeView = (charge: Charge, copyPaste: string): PixChargeView => ({
  txid: charge.txid,
  invoiceId: charge.invoiceId,
  provider: charge.provider,
  valor: { original: toPixAmount(charge.valueCents) },
  calendario: {
    criacao: charge.createdAt.toISOString(),
    expiracao: Math.round((charge.expiresAt.getTime() - charge.createdAt.getTime()) / 1_000),
  },
  qrcode: { qrcode: copyPaste },
})

export const chargeReported = (
  stamp: { ids: Ids; clock: Clock },
  { companyId, txid }: Pick<Charge, 'companyId' | 'txid'>,
): DeskEvent => deskEvent(stamp, companyId, orderingKeys.company(companyId), 'chargeReported', { txid })
