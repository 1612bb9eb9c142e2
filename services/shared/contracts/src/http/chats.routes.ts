import type {
  chatBody,
  chatPatchBody,
  listChatMessagesQuery,
  listChatsQuery,
  readChatBody,
  sendChatMessageBody,
} from './chats.http'
import { type Sent, route } from './route'

/** Most users of one internal chat, its owner included. */
export const MAX_CHAT_MEMBERS = 200

export interface ChatMemberView {
  userId: number
  /** Messages of others since this user read the chat. */
  unreads: number
  user: { id: number; name: string }
}

export interface ChatView {
  id: number
  uuid: string
  title: string
  /** Who made it: the only one who may change and delete it. */
  ownerId: number
  /** By user id; the owner is one of them. */
  users: ChatMemberView[]
  /** `name: text` of the newest message, '' before the first. */
  lastMessage: string
  companyId: number
  createdAt: string
  /** Of the newest message or change: the list's order. */
  updatedAt: string
}

export interface ChatMessageView {
  /** UUIDv7. */
  id: string
  chatId: number
  /** Order within the chat, without gaps; from 1, or from the oldest that is kept. */
  seq: number
  senderId: number
  sender: { id: number; name: string }
  message: string
  /** As the sender's browser chose it; null without one. */
  clientId: string | null
  companyId: number
  createdAt: string
}

export const chatRoutes = {
  listChats: route('get', '/chats').with<{
    query: Sent<typeof listChatsQuery>
    answer: { records: ChatView[]; count: number; hasMore: boolean }
  }>(),
  getChatByUuid: route('get', '/chats/u/:uuid').with<{ answer: ChatView }>(),
  getChat: route('get', '/chats/:chatId').with<{ answer: ChatView }>(),
  createChat: route('post', '/chats').with<{ body: Sent<typeof chatBody>; answer: ChatView }>(),
  updateChat: route('put', '/chats/:chatId').with<{ body: Sent<typeof chatPatchBody>; answer: ChatView }>(),
  deleteChat: route('delete', '/chats/:chatId').with<{ answer: { message: string } }>(),
  listChatMessages: route('get', '/chats/:chatId/messages').with<{
    query: Sent<typeof listChatMessagesQuery>
    answer: { records: ChatMessageView[]; hasMore: boolean }
  }>(),
  sendChatMessage: route('post', '/chats/:chatId/messages').with<{
    body: Sent<typeof sendChatMessageBody>
    answer: ChatMessageView
  }>(),
  readChat: route('post', '/chats/:chatId/read').with<{
    body: Sent<typeof readChatBody>
    answer: ChatView
  }>(),
}
