import { promptRoutes, type Answer, type SentBody, type PromptSort } from '@balcao/contracts'

import { api } from './api'
import { onFeed, type FeedContext } from './live/handlers'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type PromptForm = SentBody<typeof promptRoutes.createPrompt>
type PromptsPage = Answer<typeof promptRoutes.listPrompts>

const toPath = (promptId: number) => ({ path: { promptId } })

export const promptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages by name unless sorted. */
    listPrompts: build.infiniteQuery<PromptsPage, SortedList<PromptSort>, number>({
      ...endpoint(promptRoutes.listPrompts, toSortedPage<SortedList<PromptSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['prompts'],
    }),
    createPrompt: build.mutation({
      ...endpoint(promptRoutes.createPrompt, (body: PromptForm) => ({ body })),
      invalidatesTags: ['prompts'],
    }),
    updatePrompt: build.mutation({
      ...endpoint(promptRoutes.updatePrompt, ({ id, body }: { id: number; body: Partial<PromptForm> }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['prompts'],
    }),
    deletePrompt: build.mutation({
      ...endpoint(promptRoutes.deletePrompt, toPath),
      invalidatesTags: ['prompts'],
    }),
  }),
})

/** The open pages are read again: an event may move rows between pages, and a prompt has its queue's name. */
const readAgain = (_event: unknown, { dispatch }: FeedContext) => {
  dispatch(promptsApi.util.invalidateTags(['prompts']))
}
onFeed('prompt', readAgain)
onFeed('queue', readAgain)

export const {
  useListPromptsInfiniteQuery,
  useCreatePromptMutation,
  useUpdatePromptMutation,
  useDeletePromptMutation,
} = promptsApi
