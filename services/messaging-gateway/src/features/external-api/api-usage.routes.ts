import { getApiUsage, type ApiUsageView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import type { QuotaDeps } from './api-quota'
import { findWindowEnds, findWindows } from './api-usage'

async function readUsage(deps: QuotaDeps, { companyId }: Session): Promise<ApiUsageView> {
  const limits = await deps.apiLimits(companyId)
  const windows = findWindows(deps.clock.now())
  const ends = findWindowEnds(windows)
  const used = await deps.db.withTenant(companyId, (tx) => deps.apiUsage.read(tx, companyId, windows))
  return {
    minute: { used: used.minute, limit: limits.perMinute, endsAt: ends.minute.toISOString() },
    day: { used: used.day, limit: limits.perDay, endsAt: ends.day.toISOString() },
  }
}

/** Limits and use of the send API, for administrators. */
export const apiUsageRoutes = (edge: HttpEdge, deps: QuotaDeps): void =>
  edge.route(getApiUsage, ({ session }) => readUsage(deps, session))
