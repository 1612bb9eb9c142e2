import { listReachedPercents, type BudgetPercent, type CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { runEachDue, type ServicePorts } from '@balcao/kernel'

import { findThisMonth, sumMonth, type BudgetDeps } from './read-budget'

export interface MarkBudgetsDeps extends BudgetDeps, Pick<ServicePorts, 'events' | 'ids'> {}

const PAGE = 100

async function markBudget(deps: MarkBudgetsDeps, companyId: CompanyId): Promise<void> {
  const thisMonth = await findThisMonth(deps, companyId)
  const { month } = thisMonth
  await deps.db.withTenant(companyId, async (tx) => {
    const list = await deps.messagePrices.findList(tx, companyId)
    if (!list || list.monthlyBudgetMicros === null) return
    const { currency, monthlyBudgetMicros: budgetMicros } = list
    const mark = (percent: BudgetPercent) => ({ companyId, month, budgetMicros, percent })
    // Nothing more is told of it: no sum.
    if (await deps.messagePrices.isMarked(tx, mark(100))) return
    const { costMicros: spentMicros } = await sumMonth(deps, tx, companyId, { ...thisMonth, list })
    const reachedAt = deps.clock.now()
    let highest: BudgetPercent | undefined
    for (const percent of listReachedPercents(spentMicros, budgetMicros))
      if (await deps.messagePrices.insertMark(tx, { ...mark(percent), reachedAt })) highest = percent
    // Both at once are one piece of news.
    if (highest === undefined) return
    const told = { month, percent: highest, currency, budgetMicros, spentMicros }
    await deps.events.append(tx, [
      deskEvent(deps, orderingKeys.company(companyId), 'messageBudgetReached', told),
    ])
  })
}

/**
 * Tells of each company whose month has cost 80 or 100 % of its budget: once for each month, percent and amount, however often and in
 * however many processes it runs.
 */
export async function markBudgets(deps: MarkBudgetsDeps, signal: AbortSignal): Promise<void> {
  await runEachDue<CompanyId>(
    {
      size: PAGE,
      // Reads all companies; each is then summed in its own transaction.
      list: (after, limit) =>
        deps.db.asPlatform((tx) => deps.messagePrices.listBudgets(tx, { after, limit })),
      run: (companyId) => markBudget(deps, companyId),
    },
    signal,
  )
}
