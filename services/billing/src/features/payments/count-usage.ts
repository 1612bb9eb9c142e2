import type { CompanyId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { PlanUsage } from './plan-choice'

/** What the company has of its plan's limits, counted by the services that have it. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
export async function countUsage(
  { rpc }: Pick<ServicePorts, 'rpc'>,
  companyId: CompanyId,
): Promise<PlanUsage> {
  const all = { companyId, ids: [] }
  const [{ users }, { connections }, { queues }] = await Promise.all([
    rpc.auth.getUsers(all),
    rpc.messaging.getConnections(all),
    rpc.tickets.getQueues(all),
  ])
  return { users: users.length, connections: connections.length, queues: queues.length }
}
