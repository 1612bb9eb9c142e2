import { chatRoutes, MAX_CHAT_MEMBERS } from './chats.routes'
import { endpoint } from './endpoint'
import {
  MAX_INT4,
  array,
  idField,
  idText,
  ignored,
  literals,
  numberCursor,
  object,
  pageNumber,
  searchParam,
  text,
  uuidText,
} from './fields'

/* Of a user, or of a member as a GET answers it. */
const member = object({ id: idField(), userId: idField(), unreads: ignored(), user: ignored() }).test(
  'names-a-user',
  literals.required,
  ({ id, userId }) => id !== undefined || userId !== undefined,
)

const fields = {
  title: text(100).trim().min(1, literals.required),
  users: array(member.required()).min(1, literals.required).max(MAX_CHAT_MEMBERS),
}

const read = {
  id: ignored(),
  uuid: ignored(),
  ownerId: ignored(),
  lastMessage: ignored(),
  companyId: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
}

export const chatBody = object({
  ...fields,
  ...read,
  title: fields.title.required(literals.required),
  users: fields.users.required(literals.required),
})

/** Absent fields stay as they are. */
export const chatPatchBody = object({ ...fields, ...read })

const chatParams = object({ chatId: idText().required() })

export const listChatsQuery = object({ searchParam: searchParam(), pageNumber: pageNumber() })

export const listChats = endpoint(chatRoutes.listChats, {
  access: 'user',
  plan: 'useInternalChat',
  rate: 'search',
  query: listChatsQuery,
  tag: 'chats',
  summary:
    "The caller's internal chats, the last used first, 20 a page; `searchParam` is a part of the title. Never those of others.",
})

export const getChatByUuid = endpoint(chatRoutes.getChatByUuid, {
  access: 'user',
  plan: 'useInternalChat',
  params: object({ uuid: uuidText().required() }),
  tag: 'chats',
  summary: 'One internal chat of the caller, by the id in its address.',
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const getChat = endpoint(chatRoutes.getChat, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  tag: 'chats',
  summary: 'One internal chat of the caller.',
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const createChat = endpoint(chatRoutes.createChat, {
  access: 'user',
  plan: 'useInternalChat',
  body: chatBody,
  tag: 'chats',
  summary: 'A new internal chat with users of the company. The caller owns it and is one of its users.',
  errors: ['ERR_NO_USER_FOUND'],
})

export const updateChat = endpoint(chatRoutes.updateChat, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  body: chatPatchBody,
  tag: 'chats',
  summary:
    'Changes title and users; absent fields stay, and so do the unread counts of users who stay. Its owner only.',
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
})

export const deleteChat = endpoint(chatRoutes.deleteChat, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  tag: 'chats',
  summary: 'Deletes an internal chat and its messages. Its owner only.',
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
})

export const listChatMessagesQuery = object({
  pageNumber: pageNumber(),
  /** Keyset instead of pageNumber: messages with a lower `seq`. */
  before: numberCursor(MAX_INT4).min(1).optional(),
})

export const listChatMessages = endpoint(chatRoutes.listChatMessages, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  query: listChatMessagesQuery,
  tag: 'chats',
  summary: 'Newest page first, 20 a page, oldest to newest inside the page.',
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const sendChatMessageBody = object({
  message: text(10_000).trim().required(literals.required),
  clientId: uuidText().optional(),
})

export const sendChatMessage = endpoint(chatRoutes.sendChatMessage, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  body: sendChatMessageBody,
  tag: 'chats',
  summary:
    'Writes to an internal chat: one unread more for its other users. A repeat with the same `clientId` answers the first message.',
  errors: ['ERR_NO_CHAT_FOUND'],
})

/** Older clients send `userId`; it is always the caller who reads. */
export const readChatBody = object({ userId: ignored() })

export const readChat = endpoint(chatRoutes.readChat, {
  access: 'user',
  plan: 'useInternalChat',
  params: chatParams,
  body: readChatBody,
  tag: 'chats',
  summary: "The caller's unread count is 0.",
  errors: ['ERR_NO_CHAT_FOUND'],
})
