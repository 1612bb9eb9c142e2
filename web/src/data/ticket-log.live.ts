import { onFeed } from './live/handlers'
import { ticketLogApi } from './ticket-log.api'

/* Every change that the log has raises the ticket's version, which is announced; a log that is not shown is not fetched. */
onFeed('ticket', (event, { dispatch }) => {
  if (event.action !== 'update') return
  dispatch(ticketLogApi.util.invalidateTags([{ type: 'ticket-log', id: event.ticket.id }]))
})
