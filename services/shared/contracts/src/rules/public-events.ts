import type { ConnectionStatus } from '../http/connections.routes'
import type { ContactView } from '../http/contacts.routes'
import type { MessageView } from '../http/messages.routes'
import type { TicketView } from '../http/tickets.routes'

/** Who asked for a change of a ticket, and what it was before; absent where none asked or it stayed. */
export interface TicketEventData {
  ticket: TicketView
  by?: { id: number; name: string }
  previous?: { status: string; queueId: number | null; userId: number | null }
}

/** What programs outside are told, by kind, and the `data` of each. */
export interface PublicEventData {
  'ticket.created': TicketEventData
  'ticket.updated': TicketEventData
  'ticket.closed': TicketEventData
  'ticket.deleted': { ticketId: number; uuid: string }
  'message.received': { message: MessageView; ticket: TicketView }
  'message.sent': { message: MessageView; ticket: TicketView }
  'message.updated': { message: MessageView }
  'contact.created': { contact: ContactView }
  'contact.updated': { contact: ContactView }
  'contact.deleted': { contactId: number }
  'connection.status': { connection: { id: number; name: string; status: ConnectionStatus } }
}

export const publicEventKinds = [
  'ticket.created',
  'ticket.updated',
  'ticket.closed',
  'ticket.deleted',
  'message.received',
  'message.sent',
  'message.updated',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'connection.status',
] as const satisfies readonly (keyof PublicEventData)[]

export type PublicEventKind = (typeof publicEventKinds)[number]

/** One event of a company as webhooks are posted it and `GET /events` answers it. */
export type PublicEvent = {
  [K in PublicEventKind]: {
    /** Equal however often it is sent. */
    id: string
    /** Of the company's feed: rises, with gaps; events of one cause have the same. */
    sequence: number
    event: K
    occurredAt: string
    companyId: number
    ticketId: number | null
    data: PublicEventData[K]
  }
}[PublicEventKind]
