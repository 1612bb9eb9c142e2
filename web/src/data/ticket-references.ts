import type { ConnectionEvent, QueueEvent, TagEvent, TicketView } from '@balcao/contracts'

/* Tickets carry the names of their queue, their connection and their tags; renaming one changes no ticket's version. */

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

/** The ticket with its tag's current name and color; without a tag that is deleted. */
export const applyTagToTicket = (ticket: TicketView, event: TagEvent): TicketView => {
  const tagId = event.action === 'delete' ? event.tagId : event.tag.id
  if (!ticket.tags.some(({ id }) => id === tagId)) return ticket
  const others = ticket.tags.filter(({ id }) => id !== tagId)
  if (event.action === 'delete') return { ...ticket, tags: others }
  const { id, name, color } = event.tag
  const tags = [...others, { id, name, color }].sort((left, right) => left.name.localeCompare(right.name))
  return { ...ticket, tags }
}
