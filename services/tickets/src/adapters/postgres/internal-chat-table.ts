import { chatId, companyId, userId, type UserId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull, virtual } from '@balcao/platform'

import type {
  InternalChat,
  InternalMessage,
  Member,
  Person,
} from '../../features/internal-chats/internal-chat.store'

interface StoredChat extends InternalChat {
  lastSenderId: UserId | null
}

interface StoredMessage extends InternalMessage {
  senderId: UserId
}

/* Names are the directory's. */
const listMembers = (chat: string) => `SELECT coalesce(json_agg(
    json_build_object('id', m.user_id, 'name', coalesce(u.name, ''), 'unreads', m.unreads) ORDER BY m.user_id), '[]')
  FROM internal_chat_members m LEFT JOIN directory_users u USING (company_id, user_id)
  WHERE m.company_id = ${chat}.company_id AND m.chat_id = ${chat}.id`

const findPerson = (
  row: string,
  id: string,
) => `CASE WHEN ${row}.${id} IS NOT NULL THEN json_build_object('id', ${row}.${id}, 'name',
  coalesce((SELECT u.name FROM directory_users u WHERE u.company_id = ${row}.company_id AND u.user_id = ${row}.${id}), '')) END`

export const internalChats = entityOf<StoredChat>()(
  'internal_chats',
  {
    id: generated(column.int('id', chatId)),
    companyId: fixed(column.int('company_id', companyId)),
    uuid: fixed(column.uuid('uuid')),
    title: column.text('title'),
    ownerId: column.int('owner_id', userId),
    messageSeq: column.int('message_seq'),
    lastMessage: column.text('last_message'),
    lastSenderId: orNull(column.int('last_sender_id', userId)),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
    members: virtual(column.jsonb<readonly Member[]>('members'), listMembers),
    lastSender: virtual(orNull(column.jsonb<Person>('last_sender')), (chat) =>
      findPerson(chat, 'last_sender_id'),
    ),
  },
  { derived: { search_text: { type: 'text', from: ({ title }) => foldText(title) } } },
)

export const internalMessages = entityOf<StoredMessage>()('internal_chat_messages', {
  id: fixed(column.uuid('id')),
  companyId: fixed(column.int('company_id', companyId)),
  chatId: fixed(column.int('chat_id', chatId)),
  seq: fixed(column.int('seq')),
  senderId: fixed(column.int('sender_id', userId)),
  message: column.text('message'),
  clientId: fixed(orNull(column.uuid('client_id'))),
  createdAt: fixed(column.time('created_at')),
  sender: virtual(column.jsonb<Person>('sender'), (message) => findPerson(message, 'sender_id')),
})
