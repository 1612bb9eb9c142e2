import { companyId, connectionId, messageId, queueId, ticketId, userId } from '@balcao/contracts'
import { column, fixed, orUndefined, tableOf } from '@balcao/platform'

import type { Message } from '../../features/messages/message.store'

export const messages = tableOf<Message>()(
  'messages',
  {
    id: fixed(column.uuid('id', messageId)),
    companyId: fixed(column.int('company_id', companyId)),
    ticketId: fixed(column.bigint('ticket_id', ticketId)),
    seq: fixed(column.int('seq')),
    connectionId: fixed(column.int('connection_id', connectionId)),
    remoteJid: column.text('remote_jid'),
    participant: fixed(column.text('participant')),
    fromMe: fixed(column.bool('from_me')),
    waId: orUndefined(column.text('wa_id')),
    source: fixed(column.text('source')),
    kind: column.text('kind'),
    preview: column.text('preview'),
    ack: column.smallint('ack'),
    failure: column.text('failure'),
    // Only markRead sets it, so no other change of a message makes it unread again.
    read: fixed(column.bool('read')),
    deleted: column.bool('deleted'),
    edited: column.bool('edited'),
    marks: column.texts('marks'),
    mediaState: column.text('media_state'),
    mediaWait: orUndefined(column.text('media_wait')),
    reactions: column.jsonb('reactions'),
    clientId: fixed(orUndefined(column.uuid('client_id'))),
    userId: fixed(orUndefined(column.int('user_id', userId))),
    queueId: fixed(orUndefined(column.int('queue_id', queueId))),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  // Up to 120 words of each message, which only `replaceWords` reads.
  { unmapped: ['words'] },
)
