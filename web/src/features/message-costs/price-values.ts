import { keepDigits, type PriceList } from '@balcao/contracts'

import { parseBudget, parseMicros, writeMicros } from '../../lib/micros'
import { pricedCategories } from './use-group-names'

export interface PriceValue {
  category: string
  /** '' for all markets. */
  callingCode: string
  price: string
}

export interface PriceValues {
  currency: string
  /** Of a month; '' for none. */
  budget: string
  prices: PriceValue[]
}

/** The list as its form; empty rows of the usual categories where there is none. */
export const toPriceValues = (
  { currency, prices, monthlyBudgetMicros }: PriceList,
  locale: string,
): PriceValues => ({
  currency,
  budget: monthlyBudgetMicros === null ? '' : writeMicros(monthlyBudgetMicros, locale),
  prices:
    prices.length > 0
      ? prices.map(({ category, callingCode, micros }) => ({
          category,
          callingCode,
          price: writeMicros(micros, locale),
        }))
      : pricedCategories.slice(0, 4).map((category) => ({ category, callingCode: '', price: '' })),
})

/** What is sent: rows without a price are left out, and a blank budget removes it. */
export const toPriceList = ({ currency, budget, prices }: PriceValues): PriceList => ({
  currency,
  monthlyBudgetMicros: parseBudget(budget) ?? null,
  prices: prices
    .filter(({ price }) => price.trim() !== '')
    .map(({ category, callingCode, price }) => ({
      category,
      callingCode: keepDigits(callingCode),
      micros: parseMicros(price) ?? 0,
    })),
})

export interface PriceFault {
  index: number
  field: 'price' | 'callingCode'
  what: 'price' | 'code' | 'double'
}

/** Whether the budget is no sum of money, or nothing at all. */
export const isBudgetWrong = ({ budget }: Pick<PriceValues, 'budget'>): boolean =>
  budget.trim() !== '' && !parseBudget(budget)

const CALLING_CODE = /^\+?([1-9]\d{0,2})?$/

/** What is no price or no calling code, and markets that are there twice. */
export function findPriceFaults({ prices }: Pick<PriceValues, 'prices'>): PriceFault[] {
  const seen = new Set<string>()
  return prices.flatMap(({ category, callingCode, price }, index): PriceFault[] => {
    if (price.trim() === '') return []
    const key = `${category} ${keepDigits(callingCode)}`
    const isDouble = seen.has(key)
    seen.add(key)
    if (parseMicros(price) === undefined) return [{ index, field: 'price', what: 'price' }]
    if (!CALLING_CODE.test(callingCode.trim())) return [{ index, field: 'callingCode', what: 'code' }]
    return isDouble ? [{ index, field: 'callingCode', what: 'double' }] : []
  })
}
