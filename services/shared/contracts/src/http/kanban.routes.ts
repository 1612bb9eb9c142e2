import type { listKanbanTicketsQuery } from './kanban.http'
import { type Sent, route } from './route'
import type { MessageMatch, TicketView } from './tickets.routes'

export const kanbanRoutes = {
  listKanbanTickets: route('get', '/ticket/kanban').with<{
    query: Sent<typeof listKanbanTicketsQuery>
    answer: { tickets: TicketView[]; count: number; hasMore: boolean; matches: MessageMatch[] }
  }>(),
  leaveLanes: route('delete', '/ticket-tags/:ticketId').with<{
    answer: { message: string; ticket: TicketView }
  }>(),
  moveToLane: route('put', '/ticket-tags/:ticketId/:tagId').with<{ answer: TicketView }>(),
}
