import { connectionId as toConnectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { DeskEvent, EventValue } from '@balcao/contracts/wire'
import { SECOND, type ServicePorts, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { parseAddress, type DriverSession } from '../whatsapp-driver'

export interface TypingDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  connectionExists(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<boolean>
  /** The connection's session in any process. */
  session(
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<Pick<DriverSession, 'typing'> | undefined>
}

/** Older events are ignored. */
const FRESH_MS = 10 * SECOND

/**
 * Shows the customer that an agent is typing. Best effort and not awaited: old events and sessions that are not connected are
 * ignored.
 */
export async function sendTyping(
  deps: TypingDeps,
  event: Pick<DeskEvent, 'companyId' | 'occurredAt'>,
  { connectionId: id, remoteJid, isTyping }: EventValue<'typingRequested'>,
): Promise<void> {
  const connectionId = toConnectionId(id)
  if (remoteJid === '' || deps.clock.now().getTime() - event.occurredAt.getTime() > FRESH_MS) return
  const { companyId } = event
  const session = await deps.session(companyId, connectionId)
  if (!session) return
  if (!(await deps.db.withTenant(companyId, (tx) => deps.connectionExists(tx, companyId, connectionId))))
    return
  session
    .typing({ chat: parseAddress(remoteJid), isTyping })
    .catch((error: unknown) => signals.typingNotPassed({ companyId, connectionId }, error))
}
