import { planId } from '@balcao/contracts'

import { normalizeCompanyName, buildTrialCompany } from './company'

describe('a company name', () => {
  it.each([
    ['Acme', 'ACME'],
    ['Acme  Ltda', ' acme ltda '],
    ['Ａｃｍｅ', 'acme'],
    ['Café', 'Cafe\u0301'],
    ['A\tB', 'a b'],
  ])('%j is the same as %j', (one, other) =>
    expect(normalizeCompanyName(one)).toBe(normalizeCompanyName(other)),
  )
  it('keeps its accents', () => expect(normalizeCompanyName('Café')).not.toBe(normalizeCompanyName('Cafe')))
})

it('a trial lasts three days from the second of sign-up', () => {
  const now = new Date('2026-02-27T23:59:59Z')
  const company = buildTrialCompany({ name: 'Acme', email: 'a@a.test', phone: '1', planId: planId(1) }, now)
  expect(company).toMatchObject({
    dueAt: new Date('2026-03-02T23:59:59Z'),
    active: true,
    recurrence: 'MENSAL',
  })
})
