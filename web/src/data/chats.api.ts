import { chatRoutes, type Answer, type ChatMessageView, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { numberedPages, toSearchedPage, type PageAsked } from './pages'
import { endpoint } from './request'

export type ChatsPage = Answer<typeof chatRoutes.listChats>
export type ChatMessagesPage = Answer<typeof chatRoutes.listChatMessages>
export type NewChat = SentBody<typeof chatRoutes.createChat>

/** Id of the cache tag of searches: only the server knows what they match. */
export const SEARCHED_CHATS = 'SEARCHED'

export interface ChatDraft {
  chatId: number
  message: string
  clientId: string
}

const toPath = (chatId: number) => ({ path: { chatId } })

export const chatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of the user's chats whose title has the words, the last used first. */
    listChats: build.infiniteQuery<ChatsPage, string, number>({
      ...endpoint(chatRoutes.listChats, toSearchedPage),
      infiniteQueryOptions: numberedPages,
      providesTags: (_pages, _error, words) =>
        words === '' ? ['chats'] : ['chats', { type: 'chats', id: SEARCHED_CHATS }],
    }),

    getChatByUuid: build.query({
      ...endpoint(chatRoutes.getChatByUuid, (uuid: string) => ({ path: { uuid } })),
      providesTags: (chat) => ['chats', ...(chat ? [{ type: 'chats' as const, id: chat.id }] : [])],
    }),

    createChat: build.mutation(endpoint(chatRoutes.createChat, (body: NewChat) => ({ body }))),

    updateChat: build.mutation(
      endpoint(chatRoutes.updateChat, ({ id, body }: { id: number; body: NewChat }) => ({
        ...toPath(id),
        body,
      })),
    ),

    deleteChat: build.mutation(endpoint(chatRoutes.deleteChat, toPath)),

    /** A chat's messages from its newest page backwards. */
    listChatMessages: build.infiniteQuery<ChatMessagesPage, number, number | null>({
      ...endpoint(
        chatRoutes.listChatMessages,
        ({ queryArg, pageParam }: PageAsked<number, number | null>) => ({
          ...toPath(queryArg),
          query: pageParam === null ? { pageNumber: 1 } : { before: pageParam },
        }),
      ),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => (last.hasMore ? last.records[0]?.seq : undefined),
      },
      providesTags: (_page, _error, chatId) => ['chats', { type: 'chat-messages', id: chatId }],
    }),

    sendChatMessage: build.mutation<ChatMessageView, ChatDraft>(
      endpoint(chatRoutes.sendChatMessage, ({ chatId, message, clientId }: ChatDraft) => ({
        ...toPath(chatId),
        body: { message, clientId },
      })),
    ),

    readChat: build.mutation(
      endpoint(chatRoutes.readChat, (chatId: number) => ({ ...toPath(chatId), body: {} })),
    ),
  }),
})

export const {
  useCreateChatMutation,
  useDeleteChatMutation,
  useGetChatByUuidQuery,
  useListChatMessagesInfiniteQuery,
  useListChatsInfiniteQuery,
  useReadChatMutation,
  useUpdateChatMutation,
} = chatsApi
