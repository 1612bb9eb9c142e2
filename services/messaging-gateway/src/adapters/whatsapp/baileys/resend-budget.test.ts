import { MINUTE } from '@balcao/kernel'

import { ResendBudget } from './resend-budget'

describe('what our own phone is asked for', () => {
  it('is bounded per minute; beyond, everything counts as asked for', () => {
    let now = 0
    const budget = new ResendBudget(() => now)
    expect(budget.get('a')).toBeUndefined()
    for (let index = 0; index < 20; index++) budget.set(`m${index}`, { index })
    expect(budget.get('m3')).toEqual({ index: 3 })
    expect(budget.get('a')).toBe(true)
    now = MINUTE
    expect(budget.get('a')).toBeUndefined()
    budget.del('m3')
    expect(budget.get('m3')).toBeUndefined()
    budget.flushAll()
    expect(budget.get('m4')).toBeUndefined()
  })
})
