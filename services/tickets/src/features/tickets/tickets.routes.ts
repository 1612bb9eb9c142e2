import * as http from '@balcao/contracts'
import { contactId, ticketId, type CompanyId, type ContactId } from '@balcao/contracts'
import { ticketView, type SignMedia, type TicketSnapshot } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createTicket } from './create-ticket'
import { deleteTicket } from './delete-ticket'
import { listTicketLog } from './list-ticket-log'
import { getTicket, listTickets } from './list-tickets'
import type { TicketDeps } from './ticket-deps'
import { ticketPageJson } from './ticket-list-json'
import { updateTicket } from './update-ticket'

interface RouteDeps extends TicketDeps {
  /** Queues a refresh of the contact's picture of a ticket that is shown. */
  wantPicture(companyId: CompanyId, id: ContactId): void
}

/** Mounts `/tickets`. */
export function ticketRoutes(edge: HttpEdge, deps: RouteDeps, sign: SignMedia): void {
  const view = (ticket: TicketSnapshot) => ticketView(ticket, sign)
  const shown = (companyId: CompanyId, ticket: TicketSnapshot) => {
    if (ticket.contact) deps.wantPicture(companyId, contactId(ticket.contact.id))
    return view(ticket)
  }

  edge.route(http.listTickets, async ({ session, query }) =>
    ticketPageJson(session.companyId, await listTickets(deps, session, query), sign),
  )
  edge.route(http.getTicketByUuid, async ({ session, params }) =>
    shown(session.companyId, await getTicket(deps, session, { uuid: params.uuid.toLowerCase() })),
  )
  edge.route(http.getTicket, async ({ session, params }) =>
    shown(session.companyId, await getTicket(deps, session, { id: ticketId(params.ticketId) })),
  )
  edge.route(http.createTicket, async ({ session, body }) => view(await createTicket(deps, session, body)))
  edge.route(http.updateTicket, async ({ session, params, body }) =>
    view(await updateTicket(deps, session, ticketId(params.ticketId), body)),
  )
  edge.route(http.listTicketLog, ({ session, params, query }) =>
    listTicketLog(deps, session, ticketId(params.ticketId), query.before),
  )
  edge.route(http.deleteTicket, async ({ session, params }) => {
    await deleteTicket(deps, session, ticketId(params.ticketId))
    return { message: 'Ticket deleted' }
  })
}
