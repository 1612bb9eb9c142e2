import { userId as toUserId, type SocketAck, type TicketStatus } from '@balcao/contracts'
import { AppError, SECOND, type Clock, type RpcClients } from '@balcao/kernel'

import { socketLog } from '../../logger'
import { isPastDue } from '../fanout'
import type { PresenceTracker } from '../presence'
import { acceptedAck, findTicketStatus, parseTicketId, refusedAck, splitAck } from './client-events'
import type { DeskSocket } from './desk-socket.sockets'
import { conversationRoom, joinList, leaveConversation, leaveList } from './rooms.sockets'
import type { Viewers } from './viewers.sockets'

export interface ClientEventDeps {
  rpc: Pick<RpcClients, 'tickets'>
  presence: PresenceTracker
  clock: Clock
}

const MAX_OPEN_CONVERSATIONS = 100
/** The ticket may change during the call; the next session check asks again. */
const LOOK_AGAIN_MS = 3 * SECOND

async function joinChatBox(deps: ClientEventDeps, socket: DeskSocket, wanted: unknown): Promise<SocketAck> {
  const ticketId = parseTicketId(wanted)
  if (ticketId === undefined) return refusedAck('ERR_VALIDATION')
  const { tickets, session } = socket.data
  if (isPastDue(session, deps.clock.now())) return refusedAck('ERR_SUBSCRIPTION_EXPIRED')
  if (tickets.size >= MAX_OPEN_CONVERSATIONS) return refusedAck('ERR_TOO_MANY_REQUESTS')
  tickets.add(ticketId)
  const isAllowed = await canView(deps, socket, ticketId).catch((error: unknown) => {
    tickets.delete(ticketId)
    throw error
  })
  if (!isAllowed) {
    leaveConversation(socket, ticketId)
    return refusedAck('ERR_NO_TICKET_FOUND')
  }
  // The socket may have left or disconnected during the call.
  if (!tickets.has(ticketId) || !socket.connected) return acceptedAck
  void socket.join(conversationRoom(session.companyId, ticketId))
  socket.data.checkAt = Math.min(socket.data.checkAt, deps.clock.now().getTime() + LOOK_AGAIN_MS)
  return acceptedAck
}

/** Whether the socket's user may see the ticket now; false for foreign and unknown ids alike. */
export async function canView(
  deps: Pick<ClientEventDeps, 'rpc'>,
  socket: DeskSocket,
  ticketId: number,
): Promise<boolean> {
  const { session } = socket.data
  const { companyId, userId } = session
  const { allowed } = await deps.rpc.tickets.canViewTicket({ companyId, userId, ticketId }, { session })
  return allowed
}

function leaveChatBox(socket: DeskSocket, wanted: unknown): SocketAck {
  const ticketId = parseTicketId(wanted)
  if (ticketId === undefined) return refusedAck('ERR_VALIDATION')
  leaveConversation(socket, ticketId)
  return acceptedAck
}

async function userStatus(deps: ClientEventDeps, socket: DeskSocket): Promise<SocketAck> {
  const { companyId, userId } = socket.data.session
  await deps.presence.beat({ companyId, userId: toUserId(userId), socketId: socket.id })
  return acceptedAck
}

function withStatus(wanted: unknown, change: (status: TicketStatus) => void): SocketAck {
  const status = findTicketStatus(wanted)
  if (status === undefined) return refusedAck('ERR_VALIDATION')
  change(status)
  return acceptedAck
}

type Answer = (args: unknown[]) => SocketAck | Promise<SocketAck>

async function runAnswer(answer: Answer, args: unknown[]): Promise<SocketAck> {
  try {
    return await answer(args)
  } catch (error) {
    if (error instanceof AppError) return refusedAck(error.code)
    socketLog.error({ err: error }, 'client event failed')
    return refusedAck('ERR_INTERNAL')
  }
}

/**
 * Handles what a client emits. What it hears is computed from the session; a joined list is told of tickets that leave its
 * status. Joining notifications is acknowledged and changes nothing: each socket is in the rooms that it stands for, the user's queues, and
 * tickets without one or all of them as rights say. Unknown events have no handler.
 */
export function listenToClientEvents(deps: ClientEventDeps, viewers: Viewers, socket: DeskSocket): void {
  const events: Record<string, Answer> = {
    joinChatBox: ([ticketId]) => joinChatBox(deps, socket, ticketId),
    leaveChatBox: ([ticketId]) => leaveChatBox(socket, ticketId),
    joinNotification: () => acceptedAck,
    leaveNotification: () => acceptedAck,
    joinTickets: ([status]) => withStatus(status, (known) => joinList(socket, known, deps.clock.now())),
    leaveTickets: ([status]) => withStatus(status, (known) => leaveList(socket, known, deps.clock.now())),
    viewTicket: ([ticketId, state]) => viewers.view(socket, ticketId, state),
    userStatus: () => userStatus(deps, socket),
  }
  for (const [name, answer] of Object.entries(events)) {
    socket.on(name, (...values: unknown[]) => {
      const { args, ack } = splitAck(values)
      void runAnswer(answer, args).then((given) => ack?.(given))
    })
  }
}
