import { mayWorkOnTicket, maySeeTicket, type CompanyId, type QueueId, type UserId } from '@balcao/contracts'
import { AppError, isAdmin, type Session, type SessionDirectory } from '@balcao/kernel'

import type { Ticket } from './ticket'

type TicketAccessFields = Pick<Ticket, 'companyId' | 'queueId' | 'userId'>

function requireTicket<T extends TicketAccessFields>(
  companyId: CompanyId,
  ticket: T | undefined,
  isAllowed: (ticket: T) => boolean,
): T {
  if (!ticket || ticket.companyId !== companyId) throw new AppError('ERR_NO_TICKET_FOUND')
  if (!isAllowed(ticket))
    throw new AppError('ERR_NO_PERMISSION', { detail: 'the ticket is in another queue' })
  return ticket
}

/**
 * The ticket for reading, or the refusal: a foreign or unknown one is not there, one of the company in another
 * queue is forbidden. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export const requireVisibleTicket = <T extends TicketAccessFields>(
  session: Session,
  ticket: T | undefined,
): T => requireTicket(session.companyId, ticket, (placed) => maySeeTicket(session, placed))

/** The ticket for writing into it, moving it or taking it up; refused like `visibleOr404`. */
export const requireWorkableTicket = <T extends TicketAccessFields>(
  session: Session,
  ticket: T | undefined,
): T => requireTicket(session.companyId, ticket, (placed) => mayWorkOnTicket(session, placed))

/** @throws {AppError} ERR_NO_PERMISSION for a queue that is not the session's own. */
export function assertOwnQueue(session: Session, queueId: QueueId): void {
  if (!isAdmin(session) && !session.queueIds.includes(queueId))
    throw new AppError('ERR_NO_PERMISSION', { detail: 'not a queue of yours' })
}

/** The rights of an active user, for work that another service does in the user's name; undefined when there is none. */
export const findSession = async (
  sessions: SessionDirectory,
  companyId: CompanyId,
  id: UserId,
): Promise<Session | undefined> =>
  (await sessions.listSessions(companyId)).find(({ userId }) => userId === id)
