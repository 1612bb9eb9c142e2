import type { TicketId } from '@balcao/contracts'
import type { KnownSession, VerifiedToken } from '@balcao/kernel'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

/** What the server knows of a socket. Nothing in it comes from the client but the verified token. */
export interface SocketData {
  claims: VerifiedToken
  session: KnownSession
  email: string
  /** Conversations it asked to hear and may. */
  tickets: Set<TicketId>
  /** When its session is looked at again, in ms. */
  checkAt: number
}

export type DeskServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>
export type DeskSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The server once it is attached; before, there are no sockets. */
export interface SocketRegistry {
  io: DeskServer | undefined
}

/** This process's sockets in a room. */
export function socketsIn(registry: SocketRegistry, room: string): DeskSocket[] {
  const { io } = registry
  if (!io) return []
  const found: DeskSocket[] = []
  for (const id of io.sockets.adapter.rooms.get(room) ?? []) {
    const socket = io.sockets.sockets.get(id)
    if (socket) found.push(socket)
  }
  return found
}
