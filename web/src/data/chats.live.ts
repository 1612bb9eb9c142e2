import type { ChatEvent, ChatView } from '@balcao/contracts'

import {
  addChatMessage,
  markChatRead,
  markListedRead,
  removeChat,
  upsertChat,
  type ChatPages,
} from './chat-pages'
import { chatsApi, SEARCHED_CHATS } from './chats.api'
import { onFeed, type FeedContext } from './live/handlers'
import { toFeedContext } from './live/query-context'

const { updateQueryData, invalidateTags, selectCachedArgsForQuery } = chatsApi.util

/** Patches the whole list; what a search matches only the server knows. */
const patchList = ({ dispatch }: FeedContext, change: (data: ChatPages) => ChatPages): void => {
  dispatch(updateQueryData('listChats', '', change))
  dispatch(invalidateTags([{ type: 'chats', id: SEARCHED_CHATS }]))
}

const patchOpened = (context: FeedContext, id: number, change: (chat: ChatView) => ChatView): void => {
  for (const uuid of selectCachedArgsForQuery(context.getState(), 'getChatByUuid'))
    context.dispatch(
      updateQueryData('getChatByUuid', uuid, (chat) => (chat.id === id ? change(chat) : undefined)),
    )
}

const showChat = (context: FeedContext, chat: ChatView): void => {
  patchList(context, (data) => upsertChat(data, chat))
  patchOpened(context, chat.id, () => chat)
}

const applyChatEvent = (event: ChatEvent, context: FeedContext): void => {
  switch (event.action) {
    case 'create':
    case 'update':
      return showChat(context, event.record)
    case 'new-message': {
      // As the list of messages answers it: without the members.
      const { chat: _members, ...newMessage } = event.newMessage
      context.dispatch(
        updateQueryData('listChatMessages', newMessage.chatId, (data) => addChatMessage(data, newMessage)),
      )
      return showChat(context, event.chat)
    }
    case 'read':
      patchList(context, (data) => markListedRead(data, event.id, event.userId))
      return patchOpened(context, event.id, (chat) => markChatRead(chat, event.userId))
    case 'delete':
      patchList(context, (data) => removeChat(data, event.id))
      // What was read of it is forgotten: going back to its address finds nothing.
      context.dispatch(
        invalidateTags([
          { type: 'chats', id: event.id },
          { type: 'chat-messages', id: event.id },
        ]),
      )
  }
}

/* The answer of this tab's own call shows at once; the event that follows changes nothing more. */
chatsApi.enhanceEndpoints({
  endpoints: {
    createChat: {
      onQueryStarted: async (_body, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) applyChatEvent({ action: 'create', record: answer.data }, toFeedContext(lifecycle))
      },
    },
    updateChat: {
      onQueryStarted: async (_change, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) applyChatEvent({ action: 'update', record: answer.data }, toFeedContext(lifecycle))
      },
    },
    deleteChat: {
      onQueryStarted: async (id, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) applyChatEvent({ action: 'delete', id, uuid: '' }, toFeedContext(lifecycle))
      },
    },
    sendChatMessage: {
      onQueryStarted: async ({ chatId }, { queryFulfilled, dispatch }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer)
          dispatch(updateQueryData('listChatMessages', chatId, (data) => addChatMessage(data, answer.data)))
      },
    },
  },
})

onFeed('chat', applyChatEvent)

/* Chats show names of users. */
onFeed('user', (_event, { dispatch }) => {
  dispatch(invalidateTags(['chats']))
})
