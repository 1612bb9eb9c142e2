import type { CompanyId, ReadyEvent, TicketId } from '@balcao/contracts'
import type { KnownSession } from '@balcao/kernel'

import { listRooms, rooms, sessionRooms, type Room } from '../fanout'
import type { DeskSocket } from './desk-socket.sockets'

/** Joins a new socket to its rooms and sends it the feed position from which it receives everything. */
export function joinRooms(socket: DeskSocket, position: number): void {
  void socket.join(sessionRooms(socket.data.session))
  sendReady(socket, position)
}

const sendReady = (socket: DeskSocket, seq: number): void => {
  const ready: ReadyEvent = { seq }
  socket.emit('ready', ready)
}

const allRooms = ({ data }: DeskSocket): Room[] => [
  ...sessionRooms(data.session),
  ...listRooms(data.session, data.lists),
]

export function joinList(socket: DeskSocket, status: string): void {
  socket.data.lists.add(status)
  void socket.join(listRooms(socket.data.session, [status]))
}

export function leaveList(socket: DeskSocket, status: string): void {
  socket.data.lists.delete(status)
  for (const room of listRooms(socket.data.session, [status])) void socket.leave(room)
}

/**
 * Moves the socket to the rooms of its new rights. When they differ it also leaves every open conversation and gets
 * `ready` again, so that the client asks for its conversations anew.
 */
export function updateRooms(socket: DeskSocket, session: KnownSession, position: number): void {
  const before = new Set(allRooms(socket))
  socket.data.session = session
  const after = new Set(allRooms(socket))
  const lost = [...before].filter((room) => !after.has(room))
  const gained = [...after].filter((room) => !before.has(room))
  if (lost.length === 0 && gained.length === 0) return
  for (const room of lost) void socket.leave(room)
  for (const ticketId of [...socket.data.tickets]) leaveConversation(socket, ticketId)
  void socket.join(gained)
  sendReady(socket, position)
}

export const conversationRoom = (companyId: CompanyId, ticketId: TicketId) =>
  rooms.ticket(companyId, ticketId)

export function leaveConversation(socket: DeskSocket, ticketId: TicketId): void {
  socket.data.tickets.delete(ticketId)
  void socket.leave(conversationRoom(socket.data.session.companyId, ticketId))
}
