import {
  emptyPriceList,
  sumCosts,
  type CostGroupView,
  type MessageCostGroup,
  type MessageCostsView,
} from '@balcao/contracts'
import type { ServicePorts, Session } from '@balcao/kernel'

import { checkPeriod } from '../dashboard'
import type { SettingsReader } from '../settings'
import { chooseCostStep, listCostTimes } from './cost-times'
import type { GroupCount, MessagePriceStore } from './message-price.store'

export interface CostDeps extends Pick<ServicePorts, 'db'> {
  messagePrices: MessagePriceStore
  settings: SettingsReader
}

export interface CostsAsked {
  initialDate: string
  finalDate: string
  by: MessageCostGroup
}

const MOST_GROUPS = 100

/* In the order of their first counts: most charged first. */
function groupCounts(
  counts: readonly GroupCount[],
): { key: string; name: string | null; counts: GroupCount[] }[] {
  const groups = new Map<string, { key: string; name: string | null; counts: GroupCount[] }>()
  for (const count of counts) {
    const { key, name } = count
    const group = groups.get(key) ?? { key, name, counts: [] }
    group.counts.push(count)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** What the official API charged in a period, with its cost by the company's own prices. @throws {AppError} ERR_VALIDATION for a wrong period. */
export async function readCosts(
  deps: CostDeps,
  { companyId }: Session,
  { initialDate, finalDate, by }: CostsAsked,
): Promise<MessageCostsView> {
  const days = checkPeriod({ from: initialDate, to: finalDate })
  const { timeZone } = await deps.settings.of(companyId)
  const period = { companyId, timeZone, ...days }
  const step = chooseCostStep(days)
  return deps.db.withTenant(companyId, async (tx) => {
    const list = (await deps.messagePrices.findList(tx, companyId)) ?? emptyPriceList
    const ofTimes = await deps.messagePrices.countByTime(tx, period, step)
    const { counts, groupCount } = await deps.messagePrices.countByGroup(tx, period, by, MOST_GROUPS)
    return {
      currency: list.currency,
      totals: sumCosts(ofTimes, list),
      times: listCostTimes(days, step).map((at) => {
        const counted = ofTimes.filter((count) => count.at === at)
        return { at, ...sumCosts(counted, list) }
      }),
      groups: groupCounts(counts).map(({ key, name, counts: own }): CostGroupView => {
        return { key, name, ...sumCosts(own, list) }
      }),
      groupCount,
    }
  })
}
