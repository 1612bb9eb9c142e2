import type { CompanyId, QueueId, TicketId, UserId } from '@balcao/contracts'
import { isAdmin, type Session } from '@balcao/kernel'

/** Who hears something: `company:7:queue:3`. The server alone puts sockets into rooms. */
export type Room = `company:${number}` | `company:${number}:${string}`

/** The names of all rooms. A room without a company cannot be written. */
export const rooms = {
  company: (companyId: CompanyId): Room => `company:${companyId}`,
  admins: (companyId: CompanyId): Room => `company:${companyId}:admins`,
  queue: (companyId: CompanyId, queueId: QueueId): Room => `company:${companyId}:queue:${queueId}`,
  noQueue: (companyId: CompanyId): Room => `company:${companyId}:queue:none`,
  user: (companyId: CompanyId, userId: UserId): Room => `company:${companyId}:user:${userId}`,
  /** For whoever has the conversation open; asked for by `joinChatBox`, never part of `roomsOf`. */
  ticket: (companyId: CompanyId, ticketId: TicketId): Room => `company:${companyId}:ticket:${ticketId}`,
}

/** What a session hears without asking: its company, itself, its queues; administrators everything. */
export function roomsOf(session: Session): Room[] {
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

/** Where a ticket stands: 0 is no queue, no user. */
export interface Place {
  queueId: number
  userId: number
}
