import type { CompanyId, ReadyEvent, TicketId } from '@balcao/contracts'
import type { KnownSession } from '@balcao/kernel'

import { listRooms, rooms, sessionRooms } from '../fanout'
import type { DeskSocket } from './desk-socket.sockets'

/** Joins a new socket to its rooms and sends it the feed position from which it receives everything. */
export function joinRooms(socket: DeskSocket, { position, now }: { position: number; now: Date }): void {
  socket.data.rooms = sessionRooms(socket.data.session, now)
  void socket.join([...socket.data.rooms])
  sendReady(socket, position)
}

const sendReady = (socket: DeskSocket, seq: number): void => {
  const ready: ReadyEvent = { seq }
  socket.emit('ready', ready)
}

export function joinList(socket: DeskSocket, status: string, now: Date): void {
  const { session, lists, rooms: joined } = socket.data
  lists.add(status)
  const list = listRooms(session, [status], now)
  socket.data.rooms = [...new Set([...joined, ...list])]
  void socket.join(list)
}

export function leaveList(socket: DeskSocket, status: string, now: Date): void {
  const { session, lists, rooms: joined } = socket.data
  lists.delete(status)
  const list = new Set(listRooms(session, [status], now))
  socket.data.rooms = joined.filter((room) => !list.has(room))
  for (const room of list) void socket.leave(room)
}

/**
 * Moves the socket to the rooms of its new rights. When they differ it also leaves every open conversation and gets
 * `ready` again, so that the client asks for its conversations anew.
 */
export function updateRooms(
  socket: DeskSocket,
  session: KnownSession,
  { position, now }: { position: number; now: Date },
): void {
  const before = new Set(socket.data.rooms)
  socket.data.session = session
  const after = new Set([...sessionRooms(session, now), ...listRooms(session, socket.data.lists, now)])
  socket.data.rooms = [...after]
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
