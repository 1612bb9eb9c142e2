import * as http from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import type { MediaQuotaDeps } from './account-media'
import { toMediaUsageView } from './media-usage'

/** What a company is told of its media. */
export function mediaQuotaRoutes(edge: HttpEdge, { db, clock, mediaQuota }: MediaQuotaDeps): void {
  edge.route(http.getMediaUsage, async ({ session: { companyId } }) => {
    const [usage] = await db.withTenant(companyId, (tx) => mediaQuota.listUsages(tx, [companyId]))
    if (!usage) throw new AppError('ERR_NO_COMPANY_FOUND')
    return toMediaUsageView(usage, clock.now())
  })
}
