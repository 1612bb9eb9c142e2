import type { ConnectionStatus } from '../http/connections.routes'
import type { ContactView } from '../http/contacts.routes'
import type { MessageView } from '../http/messages.routes'
import type { NamedRef } from '../http/ticket-log.routes'
import type { TicketView } from '../http/tickets.routes'

/** Who asked for a change of a ticket, and what it was before; absent where none asked or it stayed. */
export interface TicketEventData {
  ticket: TicketView
  by?: NamedRef
  previous?: { status: string; queueId: number | null; userId: number | null }
}

export interface DeletedTicketEventData {
  ticketId: number
  uuid: string
}

export interface MessageEventData {
  message: MessageView
  ticket: TicketView
}

export interface ChangedMessageEventData {
  message: MessageView
}

export interface ContactEventData {
  contact: ContactView
}

export interface DeletedContactEventData {
  contactId: number
}

export interface ConnectionEventData {
  connection: { id: number; name: string; status: ConnectionStatus }
}

/** What programs outside are told, by kind, and the `data` of each. */
export interface PublicEventData {
  'ticket.created': TicketEventData
  'ticket.updated': TicketEventData
  'ticket.closed': TicketEventData
  'ticket.deleted': DeletedTicketEventData
  'message.received': MessageEventData
  'message.sent': MessageEventData
  'message.updated': ChangedMessageEventData
  'contact.created': ContactEventData
  'contact.updated': ContactEventData
  'contact.deleted': DeletedContactEventData
  'connection.status': ConnectionEventData
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

/** Identifies the schema of `PublicEvent` (`docs/schemas/public-event.json`). Another number: what is there has another meaning. */
export const publicEventSchema = 'urn:balcao:public-event:1'

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
