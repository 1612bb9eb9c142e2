import { AppError, MINUTE, SECOND } from '@balcao/kernel'

import { socketLog } from '../../logger'
import type { FeedBroadcast } from '../fanout'
import { resolveSession, type AdmissionDeps } from './admit-socket'
import { canView, type ClientEventDeps } from './client-events.sockets'
import type { DeskSocket, SocketRegistry } from './desk-socket.sockets'
import { dropSocket } from './live-sockets.sockets'
import { updateRooms, leaveConversation } from './rooms.sockets'

export interface SessionCheckDeps extends AdmissionDeps, ClientEventDeps {
  registry: SocketRegistry
  broadcast: FeedBroadcast
}

const CHECK_EVERY_MS = MINUTE
const AFTER_FAILURE_MS = 5 * SECOND
const PRESENCE_BEAT_MS = 15 * SECOND

async function checkConversations(deps: SessionCheckDeps, socket: DeskSocket): Promise<void> {
  for (const ticketId of [...socket.data.tickets]) {
    if (!(await canView(deps, socket, ticketId))) leaveConversation(socket, ticketId)
  }
}

async function checkSession(deps: SessionCheckDeps, socket: DeskSocket): Promise<void> {
  const session = await resolveSession(deps, socket.data.claims)
  if (!socket.connected) return
  const position = deps.broadcast.position(session.companyId)
  updateRooms(socket, session, { position, now: deps.clock.now() })
  await checkConversations(deps, socket)
}

/* An unavailable service ends no session. */
function handleCheckFailure(deps: SessionCheckDeps, socket: DeskSocket, error: unknown): void {
  const isOver =
    error instanceof AppError && (error.kind === 'unauthenticated' || error.kind === 'subscription-over')
  if (isOver) {
    dropSocket(socket, error.kind === 'subscription-over' ? 'subscription' : 'session')
    return
  }
  socketLog.warn({ err: error }, 'session not checked; tried again soon')
  socket.data.checkAt = deps.clock.now().getTime() + AFTER_FAILURE_MS
}

/**
 * Checks sockets that are due: soon after they connected, then every minute. Disconnects those whose
 * session has ended, updates rooms of those whose rights changed, leaves conversations they may not see any more.
 */
export async function checkSessions(deps: SessionCheckDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  for (const socket of deps.registry.io?.sockets.sockets.values() ?? []) {
    if (socket.data.checkAt > now) continue
    socket.data.checkAt = now + CHECK_EVERY_MS
    await checkSession(deps, socket).catch((error: unknown) => handleCheckFailure(deps, socket, error))
  }
}

/** Sends heartbeats for this process's users. */
export async function beatPresence(deps: SessionCheckDeps): Promise<void> {
  for (const socket of deps.registry.io?.sockets.sockets.values() ?? []) {
    const { companyId, userId } = socket.data.session
    await deps.presence.beat({ companyId, userId, socketId: socket.id })
  }
}

export const checkIntervals = { sessionsMs: SECOND, presenceMs: PRESENCE_BEAT_MS }
