import type { ContactView, TicketView } from '@balcao/contracts'
import { messageKinds } from '@balcao/contracts'
import { jsonMembers, jsonOf, jsonOfColumns, type Sql } from '@balcao/platform'

import type { RelatedContactField, RelatedTicketField, Ticket } from '../../features/tickets/ticket.store'
import { contacts, type StoredContact } from './contact-table'
import { tickets } from './ticket-table'

/* What another version wrote and this one does not know is shown as a text, as `ticketView` does. */
const knownKinds = messageKinds.map((kind) => `'${kind}'`).join(', ')
const lastMessageKind = `CASE WHEN t.last_message_kind IN (${knownKinds}) THEN t.last_message_kind ELSE 'chat' END`

type OwnTicketField = Exclude<keyof TicketView, RelatedTicketField>

/* Fields that the view computes; the others are columns by the same name. A forgotten one does not compile. */
const ofLastMessage: Record<Exclude<OwnTicketField, keyof Ticket> | 'lastMessage', Sql> = {
  lastMessage: jsonOf.text('t.last_message'),
  lastMessageKind: jsonOf.word(lastMessageKind),
  lastMessageFromMe: jsonOf.plain('t.last_message_from_me'),
  lastMessageAck: jsonOf.plain('t.last_message_ack'),
  lastMessageAt: jsonOf.time('coalesce(t.last_message_at, t.updated_at)'),
}

/* Columns that the views do not have by these names: a forgotten or needless one does not compile. */
const hiddenOfTicket: Record<Exclude<keyof Ticket, Exclude<OwnTicketField, 'lastMessage'>>, true> = {
  userId: true,
  queueId: true,
  connectionId: true,
  messageSeq: true,
  lastMessage: true,
  bot: true,
  ratingAt: true,
  textDueAt: true,
}
const hiddenOfContact: Record<
  Exclude<keyof StoredContact, Exclude<keyof ContactView, RelatedContactField>>,
  true
> = { namedBy: true, pictureKey: true }

/** Members of the views of the ticket `t` and the contact `c` that their rows have. */
export const ticketMembers = jsonMembers({ ...jsonOfColumns(tickets, 't', hiddenOfTicket), ...ofLastMessage })
export const contactMembers = jsonMembers(jsonOfColumns(contacts, 'c', hiddenOfContact))
