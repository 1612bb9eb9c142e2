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

/** What else a write of the session's state carries. */
export interface WriteExtras {
  /** The number of the command this carries out: it is cleared unless a newer one has come. */
  obeyed?: number
  /** The end that led to it, for the connection's history. */
  ended?: EndReason
}

export interface SessionPatch {
  status?: ConnectionStatus
  /** Every patch with it takes a passkey's step away, unless it brings one. */
  qrcode?: string
  passkey?: PasskeyStep
  number?: string
  retries?: number
  lastEnd?: SessionEndReason | ''
  wanted?: boolean
  retryAt?: Date | null
}

/** The connection as the session's holder sees it, deleted or not; undefined when it never was. */
export const readConnection = (deps: WriteDeps, { companyId, connectionId }: SessionHolder) =>
  deps.db.withTenant(companyId, (tx) => deps.connections.findSupervised(tx, companyId, connectionId))

/**
 * Writes the session's state and tells the desk, fenced by the lease. Nothing is told of a deleted connection.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function writeSession(
  deps: WriteDeps,
  holder: SessionHolder,
  patch: SessionPatch,
  { obeyed, ended }: WriteExtras = {},
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const before = await deps.connections.findSupervised(tx, companyId, connectionId)
    if (!before) return
    const { deleted, ...connection } = before
    const { passkey = patch.qrcode === undefined ? connection.passkey : null } = patch
    const next: Connection = { ...connection, ...patch, passkey }
    if (obeyed !== undefined && connection.commandNumber === obeyed) next.command = ''
    // Whoever asked for a session after our decision to rest wins.
    if (connection.command !== '' && obeyed !== connection.commandNumber) next.wanted = connection.wanted
    const now = deps.clock.now()
    if (ended) await deps.sessionEnds.add(tx, companyId, { connectionId, reason: ended, at: now })
    const saved = await deps.connections.save(tx, next, now)
    if (!deleted)
      await deps.events.append(tx, [connectionSessionChanged(deps, saved), connectionChanged(deps, saved)])
  })
}

/**
 * Writes down why new chats of a connection wait, and tells the desk; undefined: they go. The caller's transaction has fenced
 * the lease. Nothing is told of a deleted connection.
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
