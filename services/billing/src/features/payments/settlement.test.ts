import { companyId } from '@balcao/contracts'

import type { Invoice } from '../invoices'
import type { Charge } from './charge'
import { decideSettlement, judgeUnsettled, unsettledCents } from './settlement'

const at = new Date('2026-11-20T12:00:00Z')

const charge: Charge = {
  txid: 'a',
  companyId: companyId(1),
  invoiceId: 5,
  provider: 'efi',
  providerId: 'a',
  copyPaste: 'code',
  valueCents: 3_000,
  months: 1,
  status: 'open',
  paidCents: 0,
  refundedCents: 0,
  settledCents: 0,
  resolvedAt: null,
  expiresAt: at,
  createdAt: at,
}

const invoice: Invoice = {
  id: 5,
  companyId: companyId(1),
  detail: 'Plano 1',
  valueCents: 3_000,
  months: 1,
  chosen: null,
  dueAt: at,
  dueOn: '2026-11-20',
  status: 'open',
  paidAt: null,
  createdAt: at,
}

const yearly = { valueCents: 108_000, months: 12 }

const settle = (
  charged: Partial<Charge>,
  owed: Partial<Invoice> | undefined,
  paidCents: number,
  refundedCents = 0,
) => {
  const settlement = decideSettlement({ ...charge, ...charged }, owed && { ...invoice, ...owed }, {
    paidCents,
    refundedCents,
  })
  return [settlement.status, unsettledCents(settlement), judgeUnsettled(settlement)]
}

describe('a payment', () => {
  it.each([
    ['of what the invoice asks', {}, {}, 3_000, 'paid', 0, undefined],
    ['of a cent less', {}, {}, 2_999, 'underpaid', 2_999, 'underpaid'],
    ['of a cent more', {}, {}, 3_001, 'paid', 1, 'surplus'],
    ['of a month, for an invoice that became a year’s', {}, yearly, 3_000, 'underpaid', 3_000, 'underpaid'],
    ['of a year, for an invoice that became a month’s', yearly, {}, 108_000, 'paid', 105_000, 'surplus'],
    ['of an invoice that was paid', {}, { status: 'paid' }, 3_000, 'surplus', 3_000, 'surplus'],
    ['of a canceled invoice', {}, { status: 'canceled' }, 3_000, 'surplus', 3_000, 'surplus'],
    ['of no invoice', {}, undefined, 3_000, 'surplus', 3_000, 'surplus'],
    ['of another company’s', {}, { companyId: companyId(2) }, 3_000, 'surplus', 3_000, 'surplus'],
    ['that ended here before it came', { status: 'ended' }, {}, 3_000, 'paid', 0, undefined],
    ['that was too little, and is enough now', { status: 'underpaid' }, {}, 3_000, 'paid', 0, undefined],
  ] as const)('%s', (_title, charged, owed, paidCents, ...expected) => {
    expect(settle(charged, owed, paidCents)).toEqual(expected)
  })

  it.each([
    ['all of it, before it was settled', {}, 3_000, 'refunded', 0, undefined],
    ['a part, before it was settled', {}, 1, 'underpaid', 2_999, 'underpaid'],
    ['all of it, afterwards', { status: 'paid', settledCents: 3_000 }, 3_000, 'paid', -3_000, 'refunded'],
    ['a part, afterwards', { status: 'paid', settledCents: 3_000 }, 1, 'paid', -1, 'refunded'],
    ['of an underpaid one', { status: 'underpaid' }, 3_000, 'refunded', 0, undefined],
    ['the second payment', { status: 'surplus' }, 3_000, 'refunded', 0, undefined],
  ] as const)('paid back: %s', (_title, charged, refundedCents, ...expected) => {
    expect(settle(charged, {}, 3_000, refundedCents)).toEqual(expected)
  })

  it('settles an invoice only with what it asks, whatever was charged, paid and given back', () => {
    const amounts = [0, 1, 2_999, 3_000, 3_001, 108_000]
    for (const valueCents of amounts)
      for (const owed of amounts.slice(1))
        for (const paid of amounts.slice(1))
          for (const back of amounts.filter((cents) => cents <= paid)) {
            const settlement = decideSettlement(
              { ...charge, valueCents },
              { ...invoice, valueCents: owed },
              { paidCents: paid, refundedCents: back },
            )
            expect(settlement.status === 'paid').toBe(paid - back >= owed)
            expect(unsettledCents(settlement) + settlement.settledCents).toBe(paid - back)
          }
  })

  it('told again is decided the same way', () => {
    for (const status of ['open', 'paid', 'ended', 'underpaid', 'surplus', 'refunded'] as const) {
      const payment = { paidCents: 2_999, refundedCents: 0 }
      const once = decideSettlement({ ...charge, status }, invoice, payment)
      expect(decideSettlement({ ...charge, ...once }, invoice, payment)).toEqual(once)
    }
  })
})
