import { endpoint } from './endpoint'
import { bigIdText, numberCursor, object } from './fields'
import { ticketLogRoutes } from './ticket-log.routes'

export const listTicketLogQuery = object({
  /** Entries with a lower id. */
  before: numberCursor().min(1).optional(),
})

export const listTicketLog = endpoint(ticketLogRoutes.listTicketLog, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  query: listTicketLogQuery,
  tag: 'tickets',
  summary: 'Who did what with a ticket, newest first, 20 a page. Kept as long as the ticket.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})
