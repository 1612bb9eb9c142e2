import {
  emptyPriceList,
  isBudgetSpent,
  sumCosts,
  type CompanyId,
  type CostSums,
  type MessageBudgetView,
  type PriceList,
} from '@balcao/contracts'
import type { ServicePorts, Session, Tx } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import { findBudgetMonth, type BudgetMonth } from './budget-month'
import type { MessagePriceStore } from './message-price.store'

export interface BudgetDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  messagePrices: MessagePriceStore
  settings: SettingsReader
}

/** This month, and the zone that its days are of. Asks auth: before a transaction. */
export async function findThisMonth(
  { settings, clock }: Pick<BudgetDeps, 'settings' | 'clock'>,
  companyId: CompanyId,
): Promise<BudgetMonth & { timeZone: string }> {
  const { timeZone } = await settings.of(companyId)
  return { ...findBudgetMonth(clock.now(), timeZone), timeZone }
}

/** What the month's messages cost by the list. */
export async function sumMonth(
  { messagePrices }: Pick<BudgetDeps, 'messagePrices'>,
  tx: Tx,
  companyId: CompanyId,
  { list, month: _month, ...days }: BudgetMonth & { timeZone: string; list: PriceList },
): Promise<CostSums> {
  return sumCosts(await messagePrices.countByTime(tx, { companyId, ...days }, 'month'), list)
}

/** This month's costs beside the budget. */
export async function readBudget(deps: BudgetDeps, { companyId }: Session): Promise<MessageBudgetView> {
  const thisMonth = await findThisMonth(deps, companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const list = (await deps.messagePrices.findList(tx, companyId)) ?? emptyPriceList
    const { costMicros, unpriced } = await sumMonth(deps, tx, companyId, { ...thisMonth, list })
    return {
      month: thisMonth.month,
      currency: list.currency,
      budgetMicros: list.monthlyBudgetMicros,
      spentMicros: costMicros,
      unpriced,
    }
  })
}

/** Whether this month's costs have reached the budget; false without one. */
export async function readIsBudgetSpent(deps: BudgetDeps, companyId: CompanyId): Promise<boolean> {
  const thisMonth = await findThisMonth(deps, companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const list = await deps.messagePrices.findList(tx, companyId)
    if (!list || list.monthlyBudgetMicros === null) return false
    const { costMicros } = await sumMonth(deps, tx, companyId, { ...thisMonth, list })
    return isBudgetSpent(costMicros, list.monthlyBudgetMicros)
  })
}
