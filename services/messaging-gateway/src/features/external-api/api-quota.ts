import type { CompanyId } from '@balcao/contracts'
import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { computeRetryAfterSeconds, findWindows } from './api-usage'
import type { ApiLimits, ApiUsageStore } from './api-usage.store'

export interface QuotaDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  apiUsage: ApiUsageStore
  apiLimits(companyId: CompanyId): Promise<ApiLimits>
}

/** The messages of one call against the limits of the company's plan. */
export interface ApiQuota {
  /** Counts the messages. @throws {AppError} ERR_TOO_MANY_REQUESTS with the seconds to wait; nothing is counted then. */
  take(tx: Tx): Promise<void>
  /** For messages that were certainly not sent. */
  giveBack(tx: Tx): Promise<void>
}

/** @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE while the plan is unknown. */
export async function openQuota(deps: QuotaDeps, companyId: CompanyId, messages: number): Promise<ApiQuota> {
  const limits = await deps.apiLimits(companyId)
  const now = deps.clock.now()
  const windows = findWindows(now)
  const { apiUsage } = deps
  return {
    take: async (tx) => {
      if (await apiUsage.take(tx, companyId, { windows, messages, limits })) return
      const usage = await apiUsage.read(tx, companyId, windows)
      const retryAfterSeconds = computeRetryAfterSeconds(limits, usage, { messages, now })
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds })
    },
    giveBack: (tx) => apiUsage.giveBack(tx, companyId, { windows, messages }),
  }
}
