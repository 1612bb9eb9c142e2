import type { CompanyId, PaymentProviderName, PixChargeView } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { DAY, MINUTE, SECOND, type Clock, type Ids } from '@balcao/kernel'

import type { Invoice } from '../invoices'
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
  /** What its invoice bought when the charge was made; null for charges that did not keep it. */
  months: number | null
  /** `underpaid` and `surplus` were paid and settled no invoice; `refunded` was paid back before it did. */
  status: 'open' | 'paid' | 'ended' | 'underpaid' | 'surplus' | 'refunded'
  paidCents: number
  refundedCents: number
  /** What its invoice asked when this charge paid it; 0 until then. */
  settledCents: number
  /** When an operator decided about money that settled nothing. */
  resolvedAt: Date | null
  expiresAt: Date
  createdAt: Date
}

export const CHARGE_LIFE_SECONDS = 3_600

/* A charge with less time left is replaced: its payer would have to hurry. */
const MIN_LEFT_MS = 10 * MINUTE

/** A payment may be reported this long after a charge has expired; then it is canceled at the provider. */
export const GRACE_MS = 30 * MINUTE

/** Whether a repeated checkout answers this charge. */
export const isPayable = (
  charge: Charge,
  now: Date,
  wanted: Pick<Charge, 'valueCents' | 'months' | 'provider'>,
): boolean =>
  charge.status === 'open' &&
  charge.valueCents === wanted.valueCents &&
  charge.months === wanted.months &&
  charge.provider === wanted.provider &&
  charge.expiresAt.getTime() - now.getTime() > MIN_LEFT_MS

/** Whether nobody should pay this charge any more: it is over, its invoice asks something else, or a newer one took its place. */
export function isOutdated(charge: Charge, invoice: Invoice | undefined, newest: Charge, now: Date): boolean {
  if (charge.status !== 'open' || isExpired(charge, now) || invoice?.status !== 'open') return true
  const isOther =
    charge.valueCents !== invoice.valueCents || (charge.months ?? invoice.months) !== invoice.months
  return isOther || (newest.status === 'open' && newest.txid !== charge.txid)
}

/** Whether a charge's time and that of late reports are over. */
export const isExpired = ({ expiresAt }: Charge, now: Date): boolean =>
  now.getTime() > expiresAt.getTime() + GRACE_MS

const OFTEN_MS = 30 * SECOND

/**
 * When the provider is asked about an open charge next: every 30 s while it can be paid, then after as long again as it has been over, at
 * most a day. A charge that the provider neither ends nor answers about costs a call a day.
 */
export function nextCheckAt({ expiresAt }: Charge, now: Date): Date {
  const overMs = now.getTime() - expiresAt.getTime() - GRACE_MS
  return new Date(now.getTime() + Math.min(Math.max(overMs, OFTEN_MS), DAY))
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
): DeskEvent => deskEvent(stamp, orderingKeys.company(companyId), 'chargeReported', { txid })
