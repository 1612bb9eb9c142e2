import type { CompanyId, QueueId, QueueRefView } from '@balcao/contracts'
import { AppError, SECOND, type Cache, type RpcClients } from '@balcao/kernel'

/** Names and colours of a company's queues, read from tickets. */
export type QueueNames = (companyId: CompanyId, ids: readonly QueueId[]) => Promise<QueueRefView[]>

interface QueueNamesDeps {
  cache: Cache
  rpc: Pick<RpcClients, 'tickets'>
  /** Called when tickets did not answer in time. */
  onMissing(companyId: CompanyId, error: unknown): void
}

const FRESH_MS = 5 * SECOND
const DEADLINE_MS = 500

const cacheKey = (companyId: CompanyId) => `auth:${companyId}:queues`

/**
 * Asks tickets, at most once per company and 5 s. A login must not fail while tickets is down: then the ids
 * are returned with empty names. Ids that tickets does not know are left out.
 */
export function createQueueNames({ cache, rpc, onMissing }: QueueNamesDeps): QueueNames {
  const readQueues = async (companyId: CompanyId): Promise<QueueRefView[]> => {
    const known = await cache.get<QueueRefView[]>(cacheKey(companyId))
    if (known) return known
    const { queues } = await rpc.tickets.getQueues({ companyId, ids: [] }, { deadlineMs: DEADLINE_MS })
    const named = queues.map(({ id, name, color }) => ({ id, name, color }))
    await cache.set(cacheKey(companyId), named, FRESH_MS)
    return named
  }
  return async (companyId, ids) => {
    if (ids.length === 0) return []
    try {
      const named = await readQueues(companyId)
      return named.filter((queue) => ids.some((id) => id === queue.id))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onMissing(companyId, error)
      return ids.map((id) => ({ id, name: '', color: '' }))
    }
  }
}
