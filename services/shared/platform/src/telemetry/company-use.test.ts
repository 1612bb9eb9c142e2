import { MINUTE, SECOND } from '@balcao/kernel'

import { CompanyUse } from './company-use'

let nowMs: number
let use: CompanyUse

beforeEach(() => {
  nowMs = 10 * MINUTE
  use = new CompanyUse(() => nowMs)
})

it('shows the last whole minute, by use', () => {
  use.add('events', 7, 20)
  use.add('events', 7, 30)
  use.add('requests', 7, 5)
  expect(use.list()).toEqual([])
  nowMs += MINUTE
  use.add('events', 7, 1_000)
  expect(use.list()).toEqual([
    { companyId: 7, use: 'events', ms: 50 },
    { companyId: 7, use: 'requests', ms: 5 },
  ])
  nowMs += 59 * SECOND
  expect(use.list()[0]).toMatchObject({ ms: 50 })
  nowMs += SECOND
  expect(use.list()[0]).toMatchObject({ ms: 1_000 })
})

it('shows nothing after a minute without work', () => {
  use.add('events', 7, 20)
  nowMs += 2 * MINUTE
  expect(use.list()).toEqual([])
})

it('shows the ten companies with the most, in their order', () => {
  for (let company = 1; company <= 300; company += 1) use.add('requests', company, company)
  use.add('events', 5, 1_000)
  nowMs += MINUTE
  expect([...new Set(use.list().map(({ companyId }) => companyId))]).toEqual([
    5, 300, 299, 298, 297, 296, 295, 294, 293, 292,
  ])
})
