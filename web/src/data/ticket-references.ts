import type { ConnectionEvent, QueueEvent, TicketView } from '@balcao/contracts'

/* Tickets carry the names of their queue and their connection; renaming one changes no ticket's version. */

/** The ticket with its queue's current name and color; without a queue when that is deleted. */
export const applyQueueToTicket = (ticket: TicketView, event: QueueEvent): TicketView => {
  if (event.action === 'delete')
    return ticket.queueId === event.queueId ? { ...ticket, queueId: null, queue: null } : ticket
  if (ticket.queueId !== event.queue.id) return ticket
  const { id, name, color } = event.queue
  return ticket.queue?.name === name && ticket.queue.color === color
    ? ticket
    : { ...ticket, queue: { id, name, color } }
}

/** The ticket with its connection's current name. */
export const applyConnectionToTicket = (ticket: TicketView, event: ConnectionEvent): TicketView => {
  if (event.action === 'delete' || ticket.whatsappId !== event.whatsapp.id) return ticket
  const { id, name } = event.whatsapp
  return ticket.whatsapp?.name === name ? ticket : { ...ticket, whatsapp: { id, name } }
}
