import { quickMessageRoutes, type Answer, type SentBody, type QuickMessageSort } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, type FileFor } from './file-form'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type QuickMessagesPage = Answer<typeof quickMessageRoutes.listQuickMessages>
export type NewQuickMessage = SentBody<typeof quickMessageRoutes.createQuickMessage>
export type QuickMessagePatch = SentBody<typeof quickMessageRoutes.updateQuickMessage>

/** Id of the cache tag of searches: only the server knows what they match. */
export const SEARCHED_QUICK_MESSAGES = 'SEARCHED'

const toPath = (quickMessageId: number) => ({ path: { quickMessageId } })

export const quickMessagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the composer offers, by shortcode. */
    listAllQuickMessages: build.query({
      ...endpoint(quickMessageRoutes.listAllQuickMessages),
      providesTags: ['quick-messages'],
    }),

    /** Pages of what the words match, by shortcode unless sorted. */
    listQuickMessages: build.infiniteQuery<QuickMessagesPage, SortedList<QuickMessageSort>, number>({
      ...endpoint(quickMessageRoutes.listQuickMessages, toSortedPage<SortedList<QuickMessageSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: [{ type: 'quick-messages', id: SEARCHED_QUICK_MESSAGES }],
    }),

    createQuickMessage: build.mutation({
      ...endpoint(quickMessageRoutes.createQuickMessage, (body: NewQuickMessage) => ({ body })),
      invalidatesTags: ['quick-messages'],
    }),

    updateQuickMessage: build.mutation({
      ...endpoint(
        quickMessageRoutes.updateQuickMessage,
        ({ id, body }: { id: number; body: QuickMessagePatch }) => ({ ...toPath(id), body }),
      ),
      invalidatesTags: ['quick-messages'],
    }),

    deleteQuickMessage: build.mutation({
      ...endpoint(quickMessageRoutes.deleteQuickMessage, toPath),
      invalidatesTags: ['quick-messages'],
    }),

    uploadQuickMessageFile: build.mutation({
      ...endpoint(quickMessageRoutes.uploadQuickMessageMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['quick-messages'],
    }),

    deleteQuickMessageFile: build.mutation({
      ...endpoint(quickMessageRoutes.deleteQuickMessageMedia, toPath),
      invalidatesTags: ['quick-messages'],
    }),
  }),
})

export const {
  useCreateQuickMessageMutation,
  useDeleteQuickMessageFileMutation,
  useDeleteQuickMessageMutation,
  useListAllQuickMessagesQuery,
  useListQuickMessagesInfiniteQuery,
  useUpdateQuickMessageMutation,
  useUploadQuickMessageFileMutation,
} = quickMessagesApi
