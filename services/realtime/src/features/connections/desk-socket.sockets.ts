import type { TicketId } from '@balcao/contracts'
import type { KnownSession, VerifiedToken } from '@balcao/kernel'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

/** Server-side data of a socket. Only the verified token comes from the client. */
export interface SocketData {
  claims: VerifiedToken
  session: KnownSession
  email: string
  /** Open conversations that the user may see. */
  tickets: Set<TicketId>
  /** Time of the next session check, in ms. */
  checkAt: number
}

export type DeskServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>
export type DeskSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** The server once it is attached; undefined before. */
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
