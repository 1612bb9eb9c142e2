import type { CompanyId, ConnectionId, QueueId } from '@balcao/contracts'
import { AppError, type RpcClients } from '@balcao/kernel'

/**
 * Asks tickets and the gateway whether queues and connection are the company's. Never inside a transaction. Without a session:
 * a super user may set up users of another company.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function assertReferences(
  { rpc }: { rpc: Pick<RpcClients, 'tickets' | 'messaging'> },
  companyId: CompanyId,
  { queueIds, connectionId }: { queueIds: readonly QueueId[]; connectionId: ConnectionId | null },
): Promise<void> {
  if (queueIds.length > 0) {
    const { queues } = await rpc.tickets.getQueues({ companyId, ids: [...queueIds] })
    if (!queueIds.every((id) => queues.some((queue) => queue.id === id)))
      throw new AppError('ERR_QUEUE_NOT_FOUND')
  }
  if (connectionId !== null) {
    const { connections } = await rpc.messaging.getConnections({ companyId, ids: [connectionId] })
    if (!connections.some(({ id }) => id === connectionId)) throw new AppError('ERR_NO_WAPP_FOUND')
  }
}
