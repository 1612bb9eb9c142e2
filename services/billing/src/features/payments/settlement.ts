import type { UnsettledReason } from '@balcao/contracts'

import type { Invoice } from '../invoices'
import type { Charge } from './charge'
import type { Payment } from './payment-provider.port'

/** What a charge's payment brought, and what its invoice took of it. */
export type Settlement = Pick<Charge, 'status' | 'paidCents' | 'refundedCents' | 'settledCents'>

/* An invoice that was paid takes no second payment. */
function chooseStatus(charge: Charge, invoice: Invoice | undefined, keptCents: number): Settlement['status'] {
  if (keptCents <= 0) return 'refunded'
  if (invoice?.status !== 'open' || invoice.companyId !== charge.companyId) return 'surplus'
  return keptCents >= invoice.valueCents ? 'paid' : 'underpaid'
}

/**
 * What follows from a payment, amounts compared in cents. What the invoice asks now counts, and not what the charge asked when it was
 * made: the plan, its price or the recurrence may have changed since. A charge that has settled its invoice stays settled, also when
 * the money goes back.
 * @param invoice the one to settle, locked; undefined when the company has none to pay.
 */
export function decideSettlement(
  charge: Charge,
  invoice: Invoice | undefined,
  { paidCents, refundedCents }: Payment,
): Settlement {
  if (charge.status === 'paid')
    return { status: 'paid', paidCents, refundedCents, settledCents: charge.settledCents }
  const status = chooseStatus(charge, invoice, paidCents - refundedCents)
  const settledCents = status === 'paid' && invoice ? invoice.valueCents : 0
  return { status, paidCents, refundedCents, settledCents }
}

/** Money that pays no invoice, in cents; below zero: what was refunded of a payment that had settled one. */
export const unsettledCents = ({ paidCents, refundedCents, settledCents }: Settlement): number =>
  paidCents - refundedCents - settledCents

/** Why a person has to decide about a payment; undefined when there is nothing to decide. */
export function judgeUnsettled(charge: Settlement): UnsettledReason | undefined {
  const cents = unsettledCents(charge)
  if (cents === 0) return undefined
  if (cents < 0) return 'refunded'
  return charge.status === 'underpaid' ? 'underpaid' : 'surplus'
}

export const isSameSettlement = (one: Settlement, other: Settlement): boolean =>
  one.status === other.status &&
  one.paidCents === other.paidCents &&
  one.refundedCents === other.refundedCents &&
  one.settledCents === other.settledCents
