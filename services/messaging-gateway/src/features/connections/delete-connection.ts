import type { CompanyId, ConnectionId } from '@balcao/contracts'

import { commanded } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged, connectionDeleted } from './connection-events'

/**
 * Hides the connection, fails what it still had to send, and has its session logged out by whoever holds it.
 * The oldest of the others becomes the default if this one was. A repeat answers ERR_NO_WAPP_FOUND.
 * @throws {AppError} ERR_NO_WAPP_FOUND
 */
export async function deleteConnection(
  deps: ConnectionDeps,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.connections.lockCompany(tx, companyId)
    const connection = await deps.connections.lock(tx, companyId, id)
    const now = deps.clock.now()
    await deps.connections.save(tx, { ...commanded(connection, 'logout', false), isDefault: false }, now)
    await deps.connections.markDeleted(tx, companyId, id, now)
    await deps.failQueued(tx, companyId, id)
    await deps.events.append(tx, [connectionDeleted(deps, companyId, id)])
    const [heir] = await deps.connections.list(tx, companyId)
    if (!connection.isDefault || !heir) return
    const locked = await deps.connections.lock(tx, companyId, heir.id)
    const saved = await deps.connections.save(tx, { ...locked, isDefault: true }, now)
    await deps.events.append(tx, [connectionChanged(deps, saved)])
  })
  deps.nudge()
}
