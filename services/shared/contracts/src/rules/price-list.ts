import type { CostSums, PriceList } from '../http/message-costs.routes'

/** Messages that cost the same. */
export interface PricedCount {
  category: string
  callingCode: string
  isBillable: boolean
  count: number
}

/** A list without prices, of a company that has entered none. */
export const emptyPriceList: PriceList = { currency: 'BRL', prices: [], monthlyBudgetMicros: null }

/** The price of a message in millionths of the currency: its market's, else that of all markets. Undefined: none was entered. */
export function findPrice(
  { prices }: Pick<PriceList, 'prices'>,
  { category, callingCode }: Pick<PricedCount, 'category' | 'callingCode'>,
): number | undefined {
  const ofCategory = prices.filter((price) => price.category === category)
  const own = ofCategory.find((price) => price.callingCode === callingCode)
  return (own ?? ofCategory.find((price) => price.callingCode === ''))?.micros
}

/** What messages cost by the company's own prices. Charged ones without a price are counted, and are not in the cost. */
export function sumCosts(counts: readonly PricedCount[], list: Pick<PriceList, 'prices'>): CostSums {
  const sums: CostSums = { charged: 0, free: 0, unpriced: 0, costMicros: 0 }
  for (const count of counts) {
    if (!count.isBillable) {
      sums.free += count.count
      continue
    }
    sums.charged += count.count
    const micros = findPrice(list, count)
    if (micros === undefined) sums.unpriced += count.count
    else sums.costMicros += micros * count.count
  }
  return sums
}
