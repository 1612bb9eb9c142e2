import { promptRoutes, type Answer, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { onFeed, type FeedContext } from './live/handlers'
import { numberedPages, type PageAsked } from './pages'
import { endpoint } from './request'

export type PromptForm = SentBody<typeof promptRoutes.createPrompt>
type PromptsPage = Answer<typeof promptRoutes.listPrompts>

const toPath = (promptId: number) => ({ path: { promptId } })

export const promptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages by name. */
    listPrompts: build.infiniteQuery<PromptsPage, undefined, number>({
      ...endpoint(promptRoutes.listPrompts, ({ pageParam }: PageAsked<undefined>) => ({
        query: { pageNumber: pageParam },
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: ['Prompt'],
    }),
    createPrompt: build.mutation({
      ...endpoint(promptRoutes.createPrompt, (body: PromptForm) => ({ body })),
      invalidatesTags: ['Prompt'],
    }),
    updatePrompt: build.mutation({
      ...endpoint(promptRoutes.updatePrompt, ({ id, body }: { id: number; body: Partial<PromptForm> }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['Prompt'],
    }),
    deletePrompt: build.mutation({
      ...endpoint(promptRoutes.deletePrompt, toPath),
      invalidatesTags: ['Prompt'],
    }),
  }),
})

/** The open pages are read again: an event may move rows between pages, and a prompt has its queue's name. */
const readAgain = (_event: unknown, { dispatch }: FeedContext) => {
  dispatch(promptsApi.util.invalidateTags(['Prompt']))
}
onFeed('prompt', readAgain)
onFeed('queue', readAgain)

export const {
  useListPromptsInfiniteQuery,
  useCreatePromptMutation,
  useUpdatePromptMutation,
  useDeletePromptMutation,
} = promptsApi
