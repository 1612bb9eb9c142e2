import { chatId, companyId, userId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { InternalChat, InternalMessage } from '../../features/internal-chats/internal-chat.store'

/** The row of a chat: members are rows of their own, names are the directory's. */
export type ChatRow = Omit<InternalChat, 'members' | 'lastSender'> & { lastSenderId: number | null }

export const internalChats = tableOf<ChatRow>()(
  'internal_chats',
  {
    id: generated(column.int('id', chatId)),
    companyId: fixed(column.int('company_id', companyId)),
    uuid: fixed(column.uuid('uuid')),
    title: column.text('title'),
    ownerId: column.int('owner_id', userId),
    messageSeq: column.int('message_seq'),
    lastMessage: column.text('last_message'),
    lastSenderId: orNull(column.int('last_sender_id')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { search_text: { type: 'text', from: ({ title }) => foldText(title) } } },
)

/** The row of a message; its sender's name is the directory's. */
export type MessageRow = Omit<InternalMessage, 'sender'> & { senderId: number }

export const internalMessages = tableOf<MessageRow>()('internal_chat_messages', {
  id: fixed(column.uuid('id')),
  companyId: fixed(column.int('company_id', companyId)),
  chatId: fixed(column.int('chat_id', chatId)),
  seq: fixed(column.int('seq')),
  senderId: fixed(column.int('sender_id')),
  message: column.text('message'),
  clientId: fixed(orNull(column.uuid('client_id'))),
  createdAt: fixed(column.time('created_at')),
})
