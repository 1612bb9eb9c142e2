import type { CompanyId, QueueId, UserId } from '@balcao/contracts'
import { AppError, isAdmin, type Session } from '@balcao/kernel'

import type { Place } from './ticket'

/** Which tickets of the company a session may see, as data: one rule for a single ticket and for SQL. */
export type TicketScope =
  | { kind: 'all' }
  | {
      kind: 'some'
      /** Its own, whatever their queue. */
      userId: UserId
      queueIds: readonly QueueId[]
      /** Waiting tickets without a queue. */
      unqueued: boolean
    }

export const ticketScope = (session: Session): TicketScope =>
  isAdmin(session)
    ? { kind: 'all' }
    : { kind: 'some', userId: session.userId, queueIds: session.queueIds, unqueued: session.allTicket }

/**
 * Whether the session may see a ticket that stands there. The only rule of visibility: lists, messages, notes,
 * tags, sends and `CanViewTicket` all ask it.
 */
export function canViewTicket(session: Session, ticket: Place & { companyId: CompanyId }): boolean {
  if (ticket.companyId !== session.companyId) return false
  const scope = ticketScope(session)
  if (scope.kind === 'all' || ticket.userId === scope.userId) return true
  if (ticket.queueId === null) return scope.unqueued && ticket.status === 'pending'
  return scope.queueIds.includes(ticket.queueId)
}

/**
 * The ticket, or the refusal: a foreign or unknown one is not there, one of the company in somebody else's queue is forbidden.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export function visibleOr404<T extends Place & { companyId: CompanyId }>(
  session: Session,
  ticket: T | undefined,
): T {
  if (!ticket || ticket.companyId !== session.companyId) throw new AppError('ERR_NO_TICKET_FOUND')
  if (!canViewTicket(session, ticket))
    throw new AppError('ERR_NO_PERMISSION', { detail: 'the ticket is in another queue' })
  return ticket
}

/** @throws {AppError} ERR_NO_PERMISSION for a queue that is not the session's own. */
export function assertOwnQueue(session: Session, queueId: QueueId): void {
  if (!isAdmin(session) && !session.queueIds.includes(queueId))
    throw new AppError('ERR_NO_PERMISSION', { detail: 'not a queue of yours' })
}
