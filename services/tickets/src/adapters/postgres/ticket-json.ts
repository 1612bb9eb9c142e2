import type { ContactView, TicketView } from '@balcao/contracts'
import { messageKinds } from '@balcao/contracts'
import { jsonMembers, jsonOf, jsonOfColumns, type Sql } from '@balcao/platform'

import type { RelatedContactField, RelatedTicketField, Ticket } from '../../features/tickets/ticket.store'
import { contacts, type StoredContact } from './contact-table'
import { tickets } from './ticket-table'

/* What another version wrote and this one does not know is shown as a text, as `ticketView` does. */
const knownKinds = messageKinds.map((kind) => `'${kind}'`).join(', ')
const knownKind = (column: string) => `CASE WHEN ${column} IN (${knownKinds}) THEN ${column} ELSE 'chat' END`

/** Since when the ticket `t` waits. A process of the version before writes no time: since its last update. */
export const PENDING_AT = 'coalesce(t.pending_at, t.updated_at)'

type OwnTicketField = Exclude<keyof TicketView, RelatedTicketField>

/* Columns by the names of the views' fields that have another value there. */
type ComputedField = 'lastMessage' | 'lastReceived' | 'pendingAt'

/* Fields that the view computes; the others are columns by the same name. A forgotten one does not compile. */
const computed: Record<Exclude<OwnTicketField, keyof Ticket> | ComputedField, Sql> = {
  lastMessage: jsonOf.text('t.last_message'),
  lastMessageKind: jsonOf.word(knownKind('t.last_message_kind')),
  lastMessageFromMe: jsonOf.plain('t.last_message_from_me'),
  lastMessageAck: jsonOf.plain('t.last_message_ack'),
  lastMessageAt: jsonOf.time('coalesce(t.last_message_at, t.updated_at)'),
  lastReceived: jsonOf.text('t.last_received'),
  lastReceivedKind: jsonOf.word(knownKind('t.last_received_kind')),
  pendingAt: jsonOf.orNull(jsonOf.time(`CASE t.status WHEN 'pending' THEN ${PENDING_AT} END`)),
}

/* Columns that the views do not have by these names: a forgotten or needless one does not compile. */
const hiddenOfTicket: Record<Exclude<keyof Ticket, Exclude<OwnTicketField, ComputedField>>, true> = {
  userId: true,
  queueId: true,
  connectionId: true,
  messageSeq: true,
  lastMessage: true,
  lastReceived: true,
  pendingAt: true,
  bot: true,
  ratingAt: true,
  textDueAt: true,
}
const hiddenOfContact: Record<
  Exclude<keyof StoredContact, Exclude<keyof ContactView, RelatedContactField>>,
  true
> = { namedBy: true, pictureKey: true }

/** Members of the views of the ticket `t` and the contact `c` that their rows have. */
export const ticketMembers = jsonMembers({ ...jsonOfColumns(tickets, 't', hiddenOfTicket), ...computed })
export const contactMembers = jsonMembers(jsonOfColumns(contacts, 'c', hiddenOfContact))
