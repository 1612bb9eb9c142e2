import type { TicketId } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import type { TicketDeps } from './ticket-deps'
import { ticketDeleted } from './ticket-events'
import { requireWorkableTicket } from './ticket-policy'

/** Deletes a ticket with its messages, notes and media. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function deleteTicket(deps: TicketDeps, session: Session, ticketId: TicketId): Promise<void> {
  await deps.db.withTenant(session.companyId, async (tx) => {
    const ticket = requireWorkableTicket(session, await deps.tickets.lock(tx, session.companyId, ticketId))
    await deps.tickets.delete(tx, session.companyId, ticket.id)
    await deps.events.append(tx, [ticketDeleted(deps, ticket)])
  })
}
