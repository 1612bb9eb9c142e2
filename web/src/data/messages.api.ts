import {
  deleteMessage,
  editMessage,
  listMessages,
  pathOf,
  reactToMessage,
  tellTyping,
  type MessagesPage,
  type MessageView,
} from '@balcao/contracts'

import { api } from './api'
import { keptMessage } from './kept-views'
import { olderThan, type MessagePage } from './message-pages'

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A conversation from its newest page backwards, keyed by `seq` so that new messages shift no page. */
    listMessages: build.infiniteQuery<MessagePage, number, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: olderThan },
      query: ({ queryArg, pageParam }) => ({
        url: pathOf(listMessages, { ticketId: queryArg }),
        params: pageParam === null ? { pageNumber: '1' } : { before: String(pageParam) },
      }),
      transformResponse: ({ messages, hasMore }: MessagesPage): MessagePage => ({
        messages: messages.map(keptMessage),
        hasMore,
      }),
      providesTags: (_page, _error, ticketId) => [{ type: 'Message', id: ticketId }],
    }),

    deleteMessage: build.mutation<MessageView, MessageView>({
      query: ({ id }) => ({ url: pathOf(deleteMessage, { messageId: id }), method: 'DELETE' }),
    }),

    editMessage: build.mutation<MessageView, { id: string; body: string }>({
      query: ({ id, body }) => ({
        url: pathOf(editMessage, { messageId: id }),
        method: 'PUT',
        body: { body },
      }),
    }),

    /** Our number's emoji on a message; '' takes it back. */
    react: build.mutation<MessageView, { id: string; emoji: string }>({
      query: ({ id, emoji }) => ({
        url: pathOf(reactToMessage, { messageId: id }),
        method: 'POST',
        body: { emoji },
      }),
    }),

    tellTyping: build.mutation<null, { ticketId: number; isTyping: boolean }>({
      query: ({ ticketId, isTyping }) => ({
        url: pathOf(tellTyping, { ticketId }),
        method: 'POST',
        body: { isTyping },
      }),
    }),
  }),
})

export const {
  useListMessagesInfiniteQuery,
  useDeleteMessageMutation,
  useEditMessageMutation,
  useReactMutation,
  useTellTypingMutation,
} = messagesApi
