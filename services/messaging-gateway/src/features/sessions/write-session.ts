import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import {
  connectionChanged,
  connectionSessionChanged,
  type Connection,
  type ConnectionStore,
} from '../connections'
import type { SessionHolder } from '../inbound'
import type { Hold } from '../outbound'
import type { EndReason, PasskeyStep } from '../whatsapp-driver'
import type { SessionEndStore } from './session-ends.store'

export interface WriteDeps extends Pick<ServicePorts, 'db' | 'events' | 'leases' | 'clock' | 'ids'> {
  connections: ConnectionStore
  sessionEnds: SessionEndStore
}

/** What else a write of the session's state stores. */
export interface WriteExtras {
  /** The number of the executed command: the command is cleared unless a newer one has come. */
  executedCommand?: number
  /** Appended to the connection's history of ends. */
  endReason?: EndReason
  /** In the same transaction. */
  alongside?: (tx: Tx) => Promise<void>
}

export interface SessionPatch {
  status?: ConnectionStatus
  /** A patch with it clears the passkey step unless it has one. */
  qrcode?: string
  passkey?: PasskeyStep
  number?: string
  retries?: number
  lastEnd?: SessionEndReason | ''
  wanted?: boolean
  retryAt?: Date | null
}

/** The connection, deleted or not; undefined when there is no row. */
export const findSupervisedConnection = (deps: WriteDeps, { companyId, connectionId }: SessionHolder) =>
  deps.db.withTenant(companyId, (tx) => deps.connections.findSupervised(tx, companyId, connectionId))

/**
 * Writes the session's state and appends its events, fenced by the lease. No events for a deleted connection.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function writeSession(
  deps: WriteDeps,
  holder: SessionHolder,
  patch: SessionPatch,
  { executedCommand, endReason, alongside }: WriteExtras = {},
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const before = await deps.connections.findSupervised(tx, companyId, connectionId)
    if (!before) return
    const { deleted, ...connection } = before
    const { passkey = patch.qrcode === undefined ? connection.passkey : null } = patch
    const next: Connection = { ...connection, ...patch, passkey }
    if (executedCommand !== undefined && connection.commandNumber === executedCommand) next.command = ''
    // A command that came after the decision to stay closed wins.
    if (connection.command !== '' && executedCommand !== connection.commandNumber)
      next.wanted = connection.wanted
    const now = deps.clock.now()
    if (endReason) await deps.sessionEnds.add(tx, companyId, { connectionId, reason: endReason, at: now })
    const saved = await deps.connections.save(tx, next, now)
    await alongside?.(tx)
    if (!deleted)
      await deps.events.append(tx, [connectionSessionChanged(deps, saved), connectionChanged(deps, saved)])
  })
}

/**
 * Stores why new chats of a connection wait and appends the event; undefined: they are sent. The caller's transaction has
 * fenced the lease. No event for a deleted connection.
 */
export async function writeHold(
  deps: Pick<WriteDeps, 'connections' | 'events' | 'clock' | 'ids'>,
  tx: Tx,
  { companyId, connectionId }: Pick<SessionHolder, 'companyId' | 'connectionId'>,
  hold: Hold | undefined,
): Promise<void> {
  const before = await deps.connections.findSupervised(tx, companyId, connectionId)
  if (!before || before.deleted) return
  const { deleted: _deleted, ...connection } = before
  const held = { newChatsHold: hold?.why ?? ('' as const), newChatsHeldUntil: hold?.until ?? null }
  const saved = await deps.connections.save(tx, { ...connection, ...held }, deps.clock.now())
  await deps.events.append(tx, [connectionChanged(deps, saved)])
}
