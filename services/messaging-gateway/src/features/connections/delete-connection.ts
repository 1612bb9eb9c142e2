import type { CompanyId, ConnectionId } from '@balcao/contracts'

import { issueCommand } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged, connectionDeleted } from './connection-events'

/**
 * Hides the connection, fails what it had queued, and commands its session's holder to log out.
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
    await deps.connections.save(tx, { ...issueCommand(connection, 'logout', false), isDefault: false }, now)
    await deps.connections.markDeleted(tx, companyId, id, now)
    await deps.failQueued(tx, companyId, id)
    await deps.events.append(tx, [connectionDeleted(deps, companyId, id)])
    const [nextDefault] = await deps.connections.list(tx, companyId)
    if (!connection.isDefault || !nextDefault) return
    const locked = await deps.connections.lock(tx, companyId, nextDefault.id)
    const saved = await deps.connections.save(tx, { ...locked, isDefault: true }, now)
    await deps.events.append(tx, [connectionChanged(deps, saved)])
  })
  deps.nudge()
}
