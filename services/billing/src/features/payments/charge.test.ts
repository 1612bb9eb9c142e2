import { companyId } from '@balcao/contracts'
import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

import type { Invoice } from '../invoices'
import { isOutdated, nextCheckAt, type Charge } from './charge'

const now = new Date('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)

const charge: Charge = {
  txid: 'a',
  companyId: companyId(1),
  invoiceId: 5,
  provider: 'asaas',
  providerId: 'pay_1',
  copyPaste: 'code',
  valueCents: 3_000,
  months: 1,
  status: 'open',
  paidCents: 0,
  refundedCents: 0,
  settledCents: 0,
  resolvedAt: null,
  expiresAt: at(HOUR),
  createdAt: now,
}

const invoice: Invoice = {
  id: 5,
  companyId: companyId(1),
  detail: 'Plano 1',
  valueCents: 3_000,
  months: 1,
  chosen: null,
  dueAt: at(DAY),
  dueOn: '2026-11-21',
  status: 'open',
  paidAt: null,
  createdAt: now,
}

describe('a charge', () => {
  it.each([
    ['that its invoice still asks for', {}, {}, {}, false],
    ['from before terms were kept', { months: null }, {}, {}, false],
    ['that has expired a moment ago', { expiresAt: at(-MINUTE) }, {}, {}, false],
    ['that has expired long ago', { expiresAt: at(-31 * MINUTE) }, {}, {}, true],
    ['of another price', { valueCents: 1_500 }, {}, {}, true],
    ['of other months', {}, { months: 12 }, {}, true],
    ['of a paid invoice', {}, { status: 'paid' }, {}, true],
    ['of a canceled invoice', {}, { status: 'canceled' }, {}, true],
    ['with a newer one', {}, {}, { txid: 'b' }, true],
    ['with a newer one that has ended', {}, {}, { txid: 'b', status: 'ended' }, false],
    ['that had ended here', { status: 'ended' }, {}, {}, true],
  ] as const)('%s is outdated: %s', (_title, own, owed, newest, expected) => {
    const known = { ...charge, ...own }
    expect(isOutdated(known, { ...invoice, ...owed }, { ...known, ...newest }, now)).toBe(expected)
  })

  it.each([
    [HOUR, 30 * SECOND],
    [0, 30 * SECOND],
    [-31 * MINUTE, MINUTE],
    [-(2 * HOUR + 30 * MINUTE), 2 * HOUR],
    [-30 * DAY, DAY],
  ])('that expires in %i ms is asked about again after %i ms', (expiresInMs, afterMs) =>
    expect(nextCheckAt({ ...charge, expiresAt: at(expiresInMs) }, now)).toEqual(at(afterMs)),
  )
})
