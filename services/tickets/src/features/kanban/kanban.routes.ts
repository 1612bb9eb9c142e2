import * as http from '@balcao/contracts'
import { tagId, ticketId } from '@balcao/contracts'
import { ticketView, type SignMedia, type TicketSnapshot } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import type { TagDeps } from '../tags'
import { listKanbanTickets, ticketPageJson } from '../tickets'
import { leaveLanes, moveToLane } from './move-card'

/** Mounts `/ticket/kanban` and `/ticket-tags`. */
export function kanbanRoutes(edge: HttpEdge, deps: TagDeps, sign: SignMedia): void {
  const view = (ticket: TicketSnapshot) => ticketView(ticket, sign)

  edge.route(http.listKanbanTickets, async ({ session, query }) =>
    ticketPageJson(session.companyId, await listKanbanTickets(deps, session, query), sign),
  )
  edge.route(http.leaveLanes, async ({ session, params }) => ({
    message: 'Ticket tags deleted',
    ticket: view(await leaveLanes(deps, session, ticketId(params.ticketId))),
  }))
  edge.route(http.moveToLane, async ({ session, params: { ticketId: id, tagId: lane } }) =>
    view(
      lane === 0
        ? await leaveLanes(deps, session, ticketId(id))
        : await moveToLane(deps, session, ticketId(id), tagId(lane)),
    ),
  )
}
