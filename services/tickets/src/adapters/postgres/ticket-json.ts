import type { ContactView, TicketView } from '@balcao/contracts'
import { messageKinds } from '@balcao/contracts'
import { jsonMembers, jsonOf, rawSql, type Sql } from '@balcao/platform'

import type { RelatedContactField, RelatedTicketField } from '../../features/tickets/ticket.store'

/* What another version wrote and this one does not know is shown as a text, as `ticketView` does. */
const knownKinds = messageKinds.map((kind) => `'${kind}'`).join(', ')
const lastMessageKind = `CASE WHEN t.last_message_kind IN (${knownKinds}) THEN t.last_message_kind ELSE 'chat' END`

/* A forgotten field of the view does not compile. */
const ofTicket: Record<Exclude<keyof TicketView, RelatedTicketField>, Sql> = {
  id: jsonOf.plain('t.id'),
  uuid: jsonOf.word('t.uuid'),
  status: jsonOf.word('t.status'),
  companyId: jsonOf.plain('t.company_id'),
  contactId: jsonOf.plain('t.contact_id'),
  lastMessage: jsonOf.text('t.last_message'),
  lastMessageKind: jsonOf.word(lastMessageKind),
  lastMessageFromMe: jsonOf.plain('t.last_message_from_me'),
  lastMessageAck: jsonOf.plain('t.last_message_ack'),
  lastMessageAt: jsonOf.time('coalesce(t.last_message_at, t.updated_at)'),
  unreadMessages: jsonOf.plain('t.unread_messages'),
  isGroup: jsonOf.plain('t.is_group'),
  chatbot: jsonOf.plain('t.chatbot'),
  useIntegration: jsonOf.plain('t.use_integration'),
  promptId: jsonOf.orNull(jsonOf.plain('t.prompt_id')),
  integrationId: jsonOf.orNull(jsonOf.plain('t.integration_id')),
  version: jsonOf.plain('t.version'),
  createdAt: jsonOf.time('t.created_at'),
  updatedAt: jsonOf.time('t.updated_at'),
  closedAt: jsonOf.orNull(jsonOf.time('t.closed_at')),
}

const ofContact: Record<Exclude<keyof ContactView, RelatedContactField>, Sql> = {
  id: jsonOf.plain('c.id'),
  uuid: jsonOf.word('c.uuid'),
  name: jsonOf.text('c.name'),
  number: jsonOf.text('c.number'),
  email: jsonOf.text('c.email'),
  isGroup: jsonOf.plain('c.is_group'),
  companyId: jsonOf.plain('c.company_id'),
  createdAt: jsonOf.time('c.created_at'),
  updatedAt: jsonOf.time('c.updated_at'),
}

/** Members of the views of the ticket `t` and the contact `c` that their rows have. */
export const ticketMembers = jsonMembers(ofTicket)
export const contactMembers = jsonMembers(ofContact)

/** The columns that these and the order of a list need of `t`. */
export const listedColumns = rawSql(
  [
    ...['id', 'uuid', 'status', 'company_id', 'contact_id', 'connection_id', 'user_id', 'queue_id'],
    ...['last_message', 'last_message_kind', 'last_message_from_me', 'last_message_ack', 'last_message_at'],
    ...['last_message_user_id', 'unread_messages', 'is_group', 'chatbot', 'use_integration', 'prompt_id'],
    ...['integration_id', 'version', 'created_at', 'updated_at', 'closed_at'],
  ]
    .map((name) => `t.${name}`)
    .join(', '),
)
