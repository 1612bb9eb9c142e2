import { deleteMessage, listMessages, pathOf, type MessagesPage, type MessageView } from '@balcao/contracts'

import { api } from './api'
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
      transformResponse: ({ messages, hasMore }: MessagesPage): MessagePage => ({ messages, hasMore }),
      providesTags: (_page, _error, ticketId) => [{ type: 'Message', id: ticketId }],
    }),

    deleteMessage: build.mutation<MessageView, MessageView>({
      query: ({ id }) => ({ url: pathOf(deleteMessage, { messageId: id }), method: 'DELETE' }),
    }),
  }),
})

export const { useListMessagesInfiniteQuery, useDeleteMessageMutation } = messagesApi
