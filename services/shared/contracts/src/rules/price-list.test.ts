import type { PriceList } from '../http/message-costs.routes'
import { findPrice, sumCosts } from './price-list'

const list: PriceList = {
  currency: 'BRL',
  prices: [
    { category: 'utility', callingCode: '', micros: 40_000 },
    { category: 'utility', callingCode: '351', micros: 90_000 },
    { category: 'marketing', callingCode: '55', micros: 350_000 },
  ],
  monthlyBudgetMicros: null,
}

describe('the price of a message', () => {
  it.each([
    ['utility', '55', 40_000],
    ['utility', '', 40_000],
    ['utility', '351', 90_000],
    ['marketing', '55', 350_000],
    ['marketing', '351', undefined],
    ['service', '55', undefined],
  ])('of %s to +%s is %s', (category, callingCode, micros) =>
    expect(findPrice(list, { category, callingCode })).toBe(micros),
  )
})

describe('the cost of messages', () => {
  const counted = (category: string, callingCode: string, isBillable: boolean, count: number) => ({
    category,
    callingCode,
    isBillable,
    count,
  })

  it('is that of the charged ones', () =>
    expect(
      sumCosts(
        [
          counted('utility', '55', true, 3),
          counted('utility', '55', false, 10),
          counted('utility', '351', true, 1),
          counted('marketing', '55', true, 2),
        ],
        list,
      ),
    ).toEqual({ charged: 6, free: 10, unpriced: 0, costMicros: 3 * 40_000 + 90_000 + 2 * 350_000 }))

  it('leaves out those without a price, and says how many they are', () =>
    expect(sumCosts([counted('service', '55', true, 4), counted('utility', '55', true, 1)], list)).toEqual({
      charged: 5,
      free: 0,
      unpriced: 4,
      costMicros: 40_000,
    }))

  it('is nothing without messages', () =>
    expect(sumCosts([], list)).toEqual({ charged: 0, free: 0, unpriced: 0, costMicros: 0 }))
})
