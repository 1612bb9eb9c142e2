import {
  officialProvider,
  type Capabilities,
  type ConnectionId,
  type ConnectionProvider,
  type NumberMoveView,
} from '@balcao/contracts'
import { HOUR, type ServicePorts, type Session } from '@balcao/kernel'

import { readConnection, type ConnectionStore } from '../connections'
import type { ConversationStore } from '../inbound'
import type { OutboundStore } from '../outbound'
import { listMoveFindings } from './move-findings'
import { assertMovable } from './require-movable'

export interface ReadMoveDeps extends Pick<ServicePorts, 'db' | 'clock' | 'rpc'> {
  connections: ConnectionStore
  conversations: ConversationStore
  outbound: OutboundStore
  capabilities(provider: ConnectionProvider): Capabilities
}

/**
 * What a move to the official API would change. Asks tickets and campaigns, and changes nothing.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NO_MOVE, ERR_UNAVAILABLE
 */
export async function readNumberMove(
  deps: ReadMoveDeps,
  session: Session,
  connectionId: ConnectionId,
): Promise<NumberMoveView> {
  const { companyId } = session
  const own = await deps.db.withTenant(companyId, async (tx) => {
    const connection = await readConnection(deps.connections, tx, companyId, connectionId)
    assertMovable(connection)
    const waiting = await deps.outbound.countWaiting(tx, companyId, connectionId)
    const hiddenNumbers = await deps.conversations.countHidden(tx, companyId, connectionId)
    return { connection, waiting, hiddenNumbers }
  })
  const { connection, waiting, hiddenNumbers } = own
  const networks = {
    from: deps.capabilities(connection.provider),
    to: deps.capabilities(officialProvider),
  }
  const silentSince = new Date(deps.clock.now().getTime() - (networks.to.windowHours ?? 0) * HOUR)
  const asked = { companyId, connectionId }
  const [tickets, planned] = await Promise.all([
    deps.rpc.tickets.countUnclosed({ ...asked, silentSince }, { session }),
    deps.rpc.campaigns.countWithoutTemplate(asked, { session }),
  ])
  return {
    number: connection.number,
    isMoving: connection.command === 'move',
    findings: listMoveFindings(networks, {
      ...tickets,
      ...planned,
      hiddenNumbers,
      queued: waiting.agent + waiting.campaign - waiting.unconfirmed,
      unconfirmed: waiting.unconfirmed,
    }),
  }
}
