import type { ConnectionEvent, QueueEvent, TicketView } from '@balcao/contracts'

import type { TicketPages } from './ticket-lists'

/* Tickets carry the names of their queue and their connection; renaming one changes no ticket's version. */

/** The ticket with its queue as it is called now. */
export const withQueue = (ticket: TicketView, event: QueueEvent): TicketView => {
  if (event.action === 'delete' || ticket.queueId !== event.queue.id) return ticket
  const { id, name, color } = event.queue
  return ticket.queue?.name === name && ticket.queue.color === color
    ? ticket
    : { ...ticket, queue: { id, name, color } }
}

/** The ticket with its connection as it is called now. */
export const withConnectionName = (ticket: TicketView, event: ConnectionEvent): TicketView => {
  if (event.action === 'delete' || ticket.whatsappId !== event.whatsapp.id) return ticket
  const { id, name } = event.whatsapp
  return ticket.whatsapp?.name === name ? ticket : { ...ticket, whatsapp: { id, name } }
}

/** Every row changed in its place; the same pages when none did. */
export const mapTickets = (data: TicketPages, change: (ticket: TicketView) => TicketView): TicketPages => {
  const pages = data.pages.map((page) => {
    const tickets = page.tickets.map(change)
    return tickets.some((ticket, index) => ticket !== page.tickets[index]) ? { ...page, tickets } : page
  })
  return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
}
