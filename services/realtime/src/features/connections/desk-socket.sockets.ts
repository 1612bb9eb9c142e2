import type { TicketId } from '@balcao/contracts'
import type { KnownSession, VerifiedToken } from '@balcao/kernel'
import type { Room } from '../fanout'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

/** Server-side data of a socket. Only the verified token comes from the client. */
export interface SocketData {
  claims: VerifiedToken
  session: KnownSession
  /** The rooms of the session and of its lists, without those of open conversations. */
  rooms: readonly Room[]
  email: string
  /** Open conversations that the user may see. */
  tickets: Set<TicketId>
  /** Those of them of which it told the others. */
  views: Set<TicketId>
  /** Statuses of the lists of tickets that it shows. */
  lists: Set<string>
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
export const socketsIn = (registry: SocketRegistry, room: string): DeskSocket[] =>
  socketsInAny(registry, [room], [])

/** This process's sockets in at least one of the rooms and in none of `except`, each once. */
export function socketsInAny(
  { io }: SocketRegistry,
  rooms: readonly string[],
  except: readonly string[],
): DeskSocket[] {
  if (!io) return []
  const { adapter, sockets } = io.sockets
  const members = (room: string) => [...(adapter.rooms.get(room) ?? [])]
  const excluded = new Set(except.flatMap(members))
  return [...new Set(rooms.flatMap(members))]
    .filter((id) => !excluded.has(id))
    .flatMap((id) => sockets.get(id) ?? [])
}
