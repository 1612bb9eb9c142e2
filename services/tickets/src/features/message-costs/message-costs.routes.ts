import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { readPriceList, savePriceList } from './edit-prices'
import { readBudget, type BudgetDeps } from './read-budget'
import { readCosts, type CostDeps } from './read-costs'

/** What the official API charges, the company's own prices and its budget; for administrators. */
export function messageCostRoutes(edge: HttpEdge, deps: CostDeps & BudgetDeps): void {
  edge.route(http.readMessageCosts, ({ session, query }) => readCosts(deps, session, query))
  edge.route(http.readMessageBudget, ({ session }) => readBudget(deps, session))
  edge.route(http.readPriceList, ({ session }) => readPriceList(deps, session))
  edge.route(http.savePriceList, ({ session, body }) => savePriceList(deps, session, body))
}
