import { messageRoutes, type MessageView, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { toCachedMessage } from './cached-views'
import { nextEarlierCursor, type EarlierCursor, type EarlierPage } from './earlier-pages'
import { nextMessageCursor, toMessagePage, type MessagePage } from './message-pages'
import type { PageAsked } from './pages'
import { endpoint } from './request'

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A conversation from its newest page backwards, keyed by `seq` so that new messages shift no page. */
    listMessages: build.infiniteQuery<MessagePage, number, number | null>({
      ...endpoint(
        messageRoutes.listMessages,
        ({ queryArg, pageParam }: PageAsked<number, number | null>) => ({
          path: { ticketId: queryArg },
          // A conversation is read once it is seen: see `useReader`.
          query: { ...(pageParam === null ? { pageNumber: 1 } : { before: pageParam }), markAsRead: false },
        }),
        (page): MessagePage => toMessagePage({ ...page, messages: page.messages.map(toCachedMessage) }),
      ),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextMessageCursor },
      providesTags: (_page, _error, ticketId) => [{ type: 'messages', id: ticketId }],
    }),

    /** The conversation in the contact's tickets before this one, backwards. */
    listEarlierMessages: build.infiniteQuery<EarlierPage, number, EarlierCursor | null>({
      ...endpoint(
        messageRoutes.listEarlierMessages,
        ({ queryArg, pageParam }: PageAsked<number, EarlierCursor | null>) => ({
          path: { ticketId: queryArg },
          query: pageParam ?? {},
        }),
        ({ messages, tickets, hasMore }): EarlierPage => ({
          messages: messages.map(toCachedMessage),
          tickets,
          hasMore,
        }),
      ),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextEarlierCursor },
      providesTags: (_page, _error, ticketId) => [{ type: 'earlier-messages', id: ticketId }],
    }),

    /** Which messages of a conversation have all the words. Asked again each time: the conversation goes on. */
    searchMessages: build.query({
      ...endpoint(
        messageRoutes.searchMessages,
        ({ ticketId, words }: { ticketId: number; words: string }) => ({
          path: { ticketId },
          query: { searchParam: words },
        }),
      ),
      keepUnusedDataFor: 0,
    }),

    forwardMessages: build.mutation(
      endpoint(messageRoutes.forwardMessages, (body: SentBody<typeof messageRoutes.forwardMessages>) => ({
        body,
      })),
    ),

    deleteMessage: build.mutation(
      endpoint(messageRoutes.deleteMessage, ({ id }: MessageView) => ({ path: { messageId: id } })),
    ),

    editMessage: build.mutation(
      endpoint(messageRoutes.editMessage, ({ id, body }: { id: string; body: string }) => ({
        path: { messageId: id },
        body: { body },
      })),
    ),

    /** Our number's emoji on a message; '' takes it back. */
    react: build.mutation(
      endpoint(messageRoutes.reactToMessage, ({ id, emoji }: { id: string; emoji: string }) => ({
        path: { messageId: id },
        body: { emoji },
      })),
    ),

    askNumber: build.mutation(
      endpoint(messageRoutes.askNumber, (ticketId: number) => ({ path: { ticketId } })),
    ),

    tellTyping: build.mutation(
      endpoint(
        messageRoutes.tellTyping,
        ({ ticketId, isTyping }: { ticketId: number; isTyping: boolean }) => ({
          path: { ticketId },
          body: { isTyping },
        }),
      ),
    ),
  }),
})

export const {
  useListEarlierMessagesInfiniteQuery,
  useListMessagesInfiniteQuery,
  useSearchMessagesQuery,
  useForwardMessagesMutation,
  useDeleteMessageMutation,
  useEditMessageMutation,
  useReactMutation,
  useAskNumberMutation,
  useTellTypingMutation,
} = messagesApi
