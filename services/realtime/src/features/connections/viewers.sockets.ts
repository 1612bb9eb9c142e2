import {
  companyId as toCompanyId,
  ticketId as toTicketId,
  viewerStates,
  type CompanyId,
  type SocketAck,
  type TicketId,
  type ViewerEvent,
  type ViewerState,
} from '@balcao/contracts'
import { buildViewerEventName } from '@balcao/contracts/wire'

import { acceptedAck, parseTicketId, refusedAck } from './client-events'
import type { DeskServer, DeskSocket } from './desk-socket.sockets'
import { isCount } from './feed-hints.sockets'
import { conversationRoom } from './rooms.sockets'

/* Between processes: company and event. */
const EVENT = 'viewer'

const findState = (said: unknown): ViewerState | undefined => viewerStates.find((known) => known === said)

/* Sockets of this process, without the viewer's own. */
function tellHere(io: DeskServer, companyId: CompanyId, event: ViewerEvent): void {
  const room = conversationRoom(companyId, toTicketId(event.ticketId))
  io.local.to(room).except(event.viewer).emit(buildViewerEventName(companyId), event)
}

/** Viewers of tickets, between the sockets of this process and of its peers. */
export interface Viewers {
  /** Tells the others who have the ticket open what this one does; refused for a ticket that the socket has not joined. */
  view(socket: DeskSocket, wanted: unknown, said: unknown): SocketAck
}

/* Tells that a viewer has left, whatever took the socket out of the ticket's room: its client, its rights or its end. */
function onLeaver(io: DeskServer, tell: (socket: DeskSocket, ticketId: TicketId) => void): void {
  io.sockets.adapter.on('leave-room', (room: string, socketId: string) => {
    const socket = io.sockets.sockets.get(socketId)
    if (!socket) return
    const { session, views } = socket.data
    for (const ticketId of views) {
      if (conversationRoom(session.companyId, ticketId) !== room) continue
      views.delete(ticketId)
      tell(socket, ticketId)
    }
  })
}

/* What another process told; malformed messages are ignored. */
function readPeer(company: unknown, told: unknown): [CompanyId, ViewerEvent] | undefined {
  if (!isCount(company) || typeof told !== 'object' || told === null) return undefined
  const { ticketId, viewer, user, state: said } = told as Partial<Record<keyof ViewerEvent, unknown>>
  const state = findState(said)
  if (!isCount(ticketId) || typeof viewer !== 'string' || !state) return undefined
  const { id, name } = (user ?? {}) as Partial<Record<keyof ViewerEvent['user'], unknown>>
  if (!isCount(id) || typeof name !== 'string') return undefined
  return [toCompanyId(company), { ticketId, viewer, user: { id, name }, state }]
}

/** @param hasPeers whether the server's adapter reaches other processes. */
export function createViewers(io: DeskServer, hasPeers: boolean): Viewers {
  const tellOthers = (socket: DeskSocket, ticketId: TicketId, state: ViewerState) => {
    const { companyId, userId, name } = socket.data.session
    const event: ViewerEvent = { ticketId, viewer: socket.id, user: { id: userId, name }, state }
    tellHere(io, companyId, event)
    if (hasPeers) io.serverSideEmit(EVENT, companyId, event)
  }
  onLeaver(io, (socket, ticketId) => tellOthers(socket, ticketId, 'left'))
  io.on(EVENT, (company: unknown, told: unknown) => {
    const peer = readPeer(company, told)
    if (peer) tellHere(io, ...peer)
  })
  return {
    view: (socket, wanted, said) => {
      const ticketId = parseTicketId(wanted)
      const state = findState(said)
      if (ticketId === undefined || state === undefined) return refusedAck('ERR_VALIDATION')
      const { session, views } = socket.data
      if (!socket.rooms.has(conversationRoom(session.companyId, ticketId)))
        return refusedAck('ERR_NO_TICKET_FOUND')
      if (state === 'left') views.delete(ticketId)
      else views.add(ticketId)
      tellOthers(socket, ticketId, state)
      return acceptedAck
    },
  }
}
