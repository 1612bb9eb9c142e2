import type { CompanyId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import { toLimitBytes, type MediaQuotaStore } from '../media-quota'
import type { PlanUsage } from './plan-choice'

interface CountDeps extends Pick<ServicePorts, 'rpc' | 'db'> {
  mediaQuota: MediaQuotaStore
}

const readMediaMegabytes = async ({ db, mediaQuota }: CountDeps, companyId: CompanyId): Promise<number> => {
  const [usage] = await db.withTenant(companyId, (tx) => mediaQuota.listUsages(tx, [companyId]))
  return Math.ceil((usage?.usedBytes ?? 0) / toLimitBytes(1))
}

/**
 * What the company has of its plan's limits, counted by the services that have it; media in megabytes, rounded up.
 * @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function countUsage(deps: CountDeps, companyId: CompanyId): Promise<PlanUsage> {
  const all = { companyId, ids: [] }
  const [{ users }, { connections }, { queues }, mediaMegabytes] = await Promise.all([
    deps.rpc.auth.getUsers(all),
    deps.rpc.messaging.getConnections(all),
    deps.rpc.tickets.getQueues(all),
    readMediaMegabytes(deps, companyId),
  ])
  return { users: users.length, connections: connections.length, queues: queues.length, mediaMegabytes }
}
