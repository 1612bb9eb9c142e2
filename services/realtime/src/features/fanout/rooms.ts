import type { CompanyId, QueueId, TicketId, UserId } from '@balcao/contracts'
import { isAdmin, type Session } from '@balcao/kernel'

/** A socket.io room: `company:7:queue:3`. Only the server joins sockets to rooms. */
export type Room = `company:${number}` | `company:${number}:${string}`

/** Names of all rooms. Every name contains the company. */
export const rooms = {
  company: (companyId: CompanyId): Room => `company:${companyId}`,
  admins: (companyId: CompanyId): Room => `company:${companyId}:admins`,
  queue: (companyId: CompanyId, queueId: QueueId): Room => `company:${companyId}:queue:${queueId}`,
  noQueue: (companyId: CompanyId): Room => `company:${companyId}:queue:none`,
  user: (companyId: CompanyId, userId: UserId): Room => `company:${companyId}:user:${userId}`,
  /** Sockets with the conversation open; joined by `joinChatBox`, not part of `sessionRooms`. */
  ticket: (companyId: CompanyId, ticketId: TicketId): Room => `company:${companyId}:ticket:${ticketId}`,
}

/** Rooms that follow from the session: company, user, queues; administrators' room. */
export function sessionRooms(session: Session): Room[] {
  const { companyId, userId } = session
  const own = [rooms.company(companyId), rooms.user(companyId, userId)]
  const queues = session.queueIds.map((queueId) => rooms.queue(companyId, queueId))
  return [
    ...own,
    ...(isAdmin(session) ? [rooms.admins(companyId)] : []),
    ...queues,
    ...(session.allTicket ? [rooms.noQueue(companyId)] : []),
  ]
}

/** A ticket's queue and user; 0 for none. */
export interface TicketAssignment {
  queueId: number
  userId: number
}
