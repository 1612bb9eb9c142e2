import * as http from '@balcao/contracts'
import { chatId, userId, type BodyOf, type UserId } from '@balcao/contracts'
import { chatMessageView, chatView } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createInternalChat, deleteInternalChat, updateInternalChat } from './edit-internal-chats'
import type { InternalChat, InternalMessage } from './internal-chat'
import type { InternalChatDeps } from './internal-chat-deps'
import { toChatSnapshot, toMessageSnapshot } from './internal-chat-events'
import {
  listInternalChats,
  listInternalMessages,
  markInternalChatRead,
  readInternalChat,
} from './read-internal-chats'
import { sendInternalMessage } from './send-internal-message'

const view = (chat: InternalChat) => chatView(toChatSnapshot(chat))
const messageView = (message: InternalMessage) => chatMessageView(toMessageSnapshot(message))

/* The schema requires one of the two. */
const toUserIds = (users: BodyOf<typeof http.createChat>['users']): UserId[] =>
  users.map(({ userId: member, id }) => userId(member ?? id ?? 0))

/** Mounts `/chats`. Company and user are the session's. */
export function internalChatRoutes(edge: HttpEdge, deps: InternalChatDeps): void {
  edge.route(http.listChats, async ({ session, query }) => {
    const { items, ...page } = await listInternalChats(deps, session, query)
    return { records: items.map(view), ...page }
  })
  edge.route(http.getChatByUuid, async ({ session, params }) =>
    view(await readInternalChat(deps, session, { uuid: params.uuid })),
  )
  edge.route(http.getChat, async ({ session, params }) =>
    view(await readInternalChat(deps, session, { id: chatId(params.chatId) })),
  )
  edge.route(http.createChat, async ({ session, body: { title, users } }) =>
    view(await createInternalChat(deps, session, { title, userIds: toUserIds(users) })),
  )
  edge.route(http.updateChat, async ({ session, params, body: { title, users } }) =>
    view(
      await updateInternalChat(deps, session, chatId(params.chatId), {
        ...(title !== undefined && { title }),
        ...(users && { userIds: toUserIds(users) }),
      }),
    ),
  )
  edge.route(http.deleteChat, async ({ session, params }) => {
    await deleteInternalChat(deps, session, chatId(params.chatId))
    return { message: 'Chat deleted' }
  })
  edge.route(http.listChatMessages, async ({ session, params, query: { pageNumber, before } }) => {
    const page = await listInternalMessages(deps, session, chatId(params.chatId), { pageNumber, before })
    return { records: page.messages.map(messageView), hasMore: page.hasMore }
  })
  edge.route(http.sendChatMessage, async ({ session, params, body: { message, clientId } }) =>
    messageView(await sendInternalMessage(deps, session, chatId(params.chatId), { message, clientId })),
  )
  edge.route(http.readChat, async ({ session, params }) =>
    view(await markInternalChatRead(deps, session, chatId(params.chatId))),
  )
}
