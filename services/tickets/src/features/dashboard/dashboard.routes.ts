import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import {
  countTicketsByDay,
  countTicketsByUser,
  readDashboard,
  readTrends,
  type DashboardDeps,
} from './read-dashboard'

/** Mounts `/dashboard`. The company is the session's. */
export function dashboardRoutes(edge: HttpEdge, deps: DashboardDeps): void {
  edge.route(http.readDashboard, ({ session, query }) => readDashboard(deps, session, query))
  edge.route(http.countTicketsByUser, async ({ session, query }) => ({
    data: await countTicketsByUser(deps, session, query),
  }))
  edge.route(http.countTicketsByDay, ({ session, query }) => countTicketsByDay(deps, session, query))
  edge.route(http.readTrends, ({ session, query }) => readTrends(deps, session, query))
}
