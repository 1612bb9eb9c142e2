import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import {
  connectionChanged,
  connectionSessionChanged,
  type Connection,
  type ConnectionStore,
} from '../connections'
import type { SessionHolder } from '../inbound'

export interface WriteDeps extends Pick<ServicePorts, 'db' | 'events' | 'leases' | 'clock' | 'ids'> {
  connections: ConnectionStore
}

export interface SessionPatch {
  status?: ConnectionStatus
  qrcode?: string
  number?: string
  retries?: number
  lastEnd?: SessionEndReason | ''
  wanted?: boolean
}

/** The connection as the session's holder sees it, deleted or not; undefined when it never was. */
export const readConnection = (deps: WriteDeps, { companyId, connectionId }: SessionHolder) =>
  deps.db.withTenant(companyId, (tx) => deps.connections.findSupervised(tx, companyId, connectionId))

/**
 * Writes the session's state and tells the desk, fenced by the lease. Nothing is told of a deleted connection.
 * @param obeyed the number of the command this carries out: it is cleared unless a newer one has come.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function writeSession(
  deps: WriteDeps,
  holder: SessionHolder,
  patch: SessionPatch,
  obeyed?: number,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const before = await deps.connections.findSupervised(tx, companyId, connectionId)
    if (!before) return
    const { deleted, ...connection } = before
    const next: Connection = { ...connection, ...patch }
    if (obeyed !== undefined && connection.commandNumber === obeyed) next.command = ''
    // Whoever asked for a session after our decision to rest wins.
    if (connection.command !== '' && obeyed !== connection.commandNumber) next.wanted = connection.wanted
    const saved = await deps.connections.save(tx, next, deps.clock.now())
    if (!deleted)
      await deps.events.append(tx, [connectionSessionChanged(deps, saved), connectionChanged(deps, saved)])
  })
}
