import type { TicketId, TicketLogView } from '@balcao/contracts'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import type { TicketDeps } from './ticket-deps'
import { requireVisibleTicket } from './ticket-policy'

/** Who did what with a ticket, newest first, 20 a page. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function listTicketLog(
  deps: Pick<TicketDeps, 'db' | 'tickets' | 'log'>,
  session: Session,
  ticketId: TicketId,
  before: number | undefined,
): Promise<{ entries: TicketLogView[]; hasMore: boolean }> {
  const { companyId } = session
  const found = await deps.db.withTenant(companyId, async (tx) => {
    const ticket = requireVisibleTicket(session, await deps.tickets.find(tx, companyId, ticketId))
    return deps.log.page(tx, companyId, ticket.id, { before, size: PAGE_SIZES.other + 1 })
  })
  return { entries: found.slice(0, PAGE_SIZES.other), hasMore: found.length > PAGE_SIZES.other }
}
