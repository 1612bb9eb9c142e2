import {
  viewerStates,
  type SocketAck,
  type TicketId,
  type ViewerEvent,
  type ViewerState,
} from '@balcao/contracts'
import { buildViewerEventName } from '@balcao/contracts/wire'

import { acceptedAck, parseTicketId, refusedAck } from './client-events'
import type { DeskServer, DeskSocket } from './desk-socket.sockets'
import { conversationRoom } from './rooms.sockets'

/* In a cluster the adapter carries it to the sockets of other processes. */
function tellOthers(socket: DeskSocket, ticketId: TicketId, state: ViewerState): void {
  const { companyId, userId, name } = socket.data.session
  const event: ViewerEvent = { ticketId, viewer: socket.id, user: { id: userId, name }, state }
  socket.to(conversationRoom(companyId, ticketId)).emit(buildViewerEventName(companyId), event)
}

/** Tells the others who have the ticket open what this one does; refused for a ticket that the socket has not joined. */
export function viewTicket(socket: DeskSocket, wanted: unknown, said: unknown): SocketAck {
  const ticketId = parseTicketId(wanted)
  const state = viewerStates.find((known) => known === said)
  if (ticketId === undefined || state === undefined) return refusedAck('ERR_VALIDATION')
  const { session, views } = socket.data
  if (!socket.rooms.has(conversationRoom(session.companyId, ticketId)))
    return refusedAck('ERR_NO_TICKET_FOUND')
  if (state === 'left') views.delete(ticketId)
  else views.add(ticketId)
  tellOthers(socket, ticketId, state)
  return acceptedAck
}

/** Tells that a viewer has left, whatever took the socket out of the ticket's room: its client, its rights or its end. */
export function tellOfLeavers(io: DeskServer): void {
  io.sockets.adapter.on('leave-room', (room: string, socketId: string) => {
    const socket = io.sockets.sockets.get(socketId)
    if (!socket) return
    const { session, views } = socket.data
    for (const ticketId of views) {
      if (conversationRoom(session.companyId, ticketId) !== room) continue
      views.delete(ticketId)
      tellOthers(socket, ticketId, 'left')
    }
  })
}
