import {
  queueId,
  ticketScope,
  type CompanyId,
  type QueueId,
  type TicketId,
  type UserId,
} from '@balcao/contracts'
import { isSubscriptionOver, type Session } from '@balcao/kernel'

/** A socket.io room: `company:7:queue:3`. Only the server joins sockets to rooms. */
export type Room = `company:${number}` | `company:${number}:${string}`

/** Names of all rooms. Every name contains the company. */
export const rooms = {
  company: (companyId: CompanyId): Room => `company:${companyId}`,
  /** Administrators of a company past its due date: what its payment moves, and nothing else. */
  payment: (companyId: CompanyId): Room => `company:${companyId}:payment`,
  admins: (companyId: CompanyId): Room => `company:${companyId}:admins`,
  queue: (companyId: CompanyId, queueId: QueueId): Room => `company:${companyId}:queue:${queueId}`,
  noQueue: (companyId: CompanyId): Room => `company:${companyId}:queue:none`,
  user: (companyId: CompanyId, userId: UserId): Room => `company:${companyId}:user:${userId}`,
  /** Sockets with the conversation open; joined by `joinChatBox`, not part of `sessionRooms`. */
  ticket: (companyId: CompanyId, ticketId: TicketId): Room => `company:${companyId}:ticket:${ticketId}`,
  /** Sockets of a ticket room that show a list of this status; joined by `joinTickets`, not part of `sessionRooms`. */
  list: (room: Room, status: string): Room => `${room}:list:${status}`,
}

/* The user, and the rooms of the tickets that they may see. */
function listTicketRooms(session: Session): Room[] {
  const { companyId, userId } = session
  const own = rooms.user(companyId, userId)
  const scope = ticketScope(session)
  if (scope.kind === 'all') return [own, rooms.admins(companyId)]
  const queues = scope.queueIds.map((id) => rooms.queue(companyId, queueId(id)))
  return [own, ...queues, ...(scope.unqueued ? [rooms.noQueue(companyId)] : [])]
}

/** Whether the session's company is past its due date, where it pays and does nothing else. Super users always have everything. */
export const isPastDue = (session: Session, now: Date): boolean =>
  !session.super && isSubscriptionOver(session.dueAt, now)

/**
 * The rooms of a session: its company, its user, and those of the tickets that it may see. Past the due date the one of the payment for
 * administrators, none for others.
 */
export function sessionRooms(session: Session, now: Date): Room[] {
  const { companyId } = session
  if (isPastDue(session, now)) return session.profile === 'admin' ? [rooms.payment(companyId)] : []
  return [rooms.company(companyId), ...listTicketRooms(session)]
}

/** The rooms of its lists of tickets, by status; none past the due date. */
export const listRooms = (session: Session, statuses: Iterable<string>, now: Date): Room[] =>
  isPastDue(session, now)
    ? []
    : [...statuses].flatMap((status) => listTicketRooms(session).map((room) => rooms.list(room, status)))

/** A ticket's queue and user; 0 for none. */
export interface TicketAssignment {
  queueId: number
  userId: number
}
