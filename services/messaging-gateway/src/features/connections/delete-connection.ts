import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { issueCommand } from './connection'
import type { ConnectionDeps } from './connection-deps'
import { connectionChanged, connectionDeleted } from './connection-events'

export type DeleteConnectionDeps = Pick<
  ConnectionDeps,
  'db' | 'events' | 'clock' | 'ids' | 'connections' | 'nudge' | 'failQueued'
>

/** The oldest of the others becomes the default when a deleted one was. */
export async function chooseNextDefault(
  deps: Pick<DeleteConnectionDeps, 'connections' | 'events' | 'clock' | 'ids'>,
  tx: Tx,
  companyId: CompanyId,
): Promise<void> {
  const [next] = await deps.connections.list(tx, companyId)
  if (!next) return
  const locked = await deps.connections.lock(tx, companyId, next.id)
  const saved = await deps.connections.save(tx, { ...locked, isDefault: true }, deps.clock.now())
  await deps.events.append(tx, [connectionChanged(deps, saved)])
}

async function hideConnection(
  deps: DeleteConnectionDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<{ wasDefault: boolean }> {
  const connection = await deps.connections.lock(tx, companyId, id)
  const now = deps.clock.now()
  await deps.connections.save(tx, { ...issueCommand(connection, 'logout', false), isDefault: false }, now)
  await deps.connections.markDeleted(tx, companyId, id, now)
  await deps.failQueued(tx, companyId, id)
  await deps.events.append(tx, [connectionDeleted(deps, companyId, id)])
  return { wasDefault: connection.isDefault }
}

/**
 * Hides the connection, fails what it had queued, and commands its session's holder to log out.
 * The oldest of the others becomes the default if this one was. A repeat answers ERR_NO_WAPP_FOUND.
 * @throws {AppError} ERR_NO_WAPP_FOUND
 */
export async function deleteConnection(
  deps: DeleteConnectionDeps,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    deps.connections.lockCompany(tx, companyId)
    const { wasDefault } = await hideConnection(deps, tx, companyId, id)
    if (wasDefault) await chooseNextDefault(deps, tx, companyId)
  })
  deps.nudge()
}

/** Deletes every connection of a company that is gone, in the caller's transaction; `nudge` follows it. */
export async function deleteConnections(
  deps: DeleteConnectionDeps,
  tx: Tx,
  companyId: CompanyId,
): Promise<void> {
  deps.connections.lockCompany(tx, companyId)
  for (const { id } of await deps.connections.list(tx, companyId))
    await hideConnection(deps, tx, companyId, id)
}
