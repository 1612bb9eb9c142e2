import { companyId, connectionId, contactId, messageId, queueId, ticketId, userId } from '@balcao/contracts'
import { column, fixed, generated, orNull, orNullGroup, rawSql, tableOf } from '@balcao/platform'

import type { LastMessage, LastReceived, Ticket } from '../../features/tickets/ticket.store'

/** Of a ticket `t`; an expression of two indexes. A ticket of an earlier release may have no time of closing. */
export const CLOSED_AT = rawSql('coalesce(t.closed_at, t.updated_at)')

const lastMessage = orNullGroup<LastMessage, 'id'>(
  {
    id: column.uuid('last_message_id', messageId),
    text: column.text('last_message'),
    kind: column.text('last_message_kind'),
    fromMe: column.bool('last_message_from_me'),
    ack: column.smallint('last_message_ack'),
    at: column.time('last_message_at'),
    userId: orNull(column.int('last_message_user_id', userId)),
  },
  'id',
  { text: '', kind: 'chat', fromMe: false, ack: 0, at: null, userId: null },
)

const lastReceived = orNullGroup<LastReceived, 'id'>(
  {
    id: column.uuid('last_received_id', messageId),
    text: column.text('last_received'),
    kind: column.text('last_received_kind'),
  },
  'id',
  { text: '', kind: 'chat' },
)

export const tickets = tableOf<Ticket>()(
  'tickets',
  {
    id: generated(column.bigint('id', ticketId)),
    uuid: fixed(column.uuid('uuid')),
    companyId: fixed(column.int('company_id', companyId)),
    contactId: column.bigint('contact_id', contactId),
    connectionId: column.int('connection_id', connectionId),
    status: column.text('status'),
    userId: orNull(column.int('user_id', userId)),
    queueId: orNull(column.int('queue_id', queueId)),
    isGroup: fixed(column.bool('is_group')),
    unreadMessages: column.int('unread_messages'),
    messageSeq: column.int('message_seq'),
    version: column.int('version'),
    lastMessage,
    lastReceived,
    chatbot: column.bool('chatbot'),
    bot: orNull(column.jsonb('bot')),
    textDueAt: orNull(column.time('text_due_at')),
    ratingAt: orNull(column.time('rating_at')),
    useIntegration: column.bool('use_integration'),
    promptId: orNull(column.int('prompt_id')),
    integrationId: orNull(column.int('integration_id')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
    closedAt: orNull(column.time('closed_at')),
    pendingAt: orNull(column.time('pending_at')),
  },
  // How far its messages and files were erased: only the stores of retention and of earlier tickets read them.
  { unmapped: ['erased_seq', 'media_erased_seq'] },
)
