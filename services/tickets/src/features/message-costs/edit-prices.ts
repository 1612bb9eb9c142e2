import { emptyPriceList, type PriceList } from '@balcao/contracts'
import type { ServicePorts, Session } from '@balcao/kernel'

import type { MessagePriceStore } from './message-price.store'

export interface PriceListDeps extends Pick<ServicePorts, 'db'> {
  messagePrices: MessagePriceStore
}

/** What the company entered; an empty list before. */
export const readPriceList = (deps: PriceListDeps, { companyId }: Session): Promise<PriceList> =>
  deps.db.withTenant(
    companyId,
    async (tx) => (await deps.messagePrices.findList(tx, companyId)) ?? emptyPriceList,
  )

/** Changes the given parts of the list; `prices` replaces all. */
export function savePriceList(
  deps: PriceListDeps,
  { companyId }: Session,
  { currency, prices, monthlyBudgetMicros }: { [K in keyof PriceList]?: PriceList[K] | undefined },
): Promise<PriceList> {
  return deps.db.withTenant(companyId, async (tx) => {
    const before = (await deps.messagePrices.lockList(tx, companyId)) ?? emptyPriceList
    const list = {
      currency: currency ?? before.currency,
      prices: prices ?? before.prices,
      // Null removes it.
      monthlyBudgetMicros:
        monthlyBudgetMicros === undefined ? before.monthlyBudgetMicros : monthlyBudgetMicros,
    }
    await deps.messagePrices.saveList(tx, companyId, list)
    return list
  })
}
