import { tagRoutes, type SentBody, type TagView, type TicketView } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

/** Id of the cache tag of lists with counts: only the server knows them. */
export const COUNTED_TAGS = 'COUNTED'

export type NewTag = SentBody<typeof tagRoutes.createTag>
export type TagPatch = SentBody<typeof tagRoutes.updateTag>

const toPath = (tagId: number) => ({ path: { tagId } })

export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllTags: build.query({ ...endpoint(tagRoutes.listAllTags), providesTags: ['tags'] }),

    /** What the words match, by name, with the number of tickets. */
    listTags: build.query({
      ...endpoint(tagRoutes.listTags, (searchParam: string) => ({ query: { searchParam, pageNumber: 1 } })),
      providesTags: [{ type: 'tags', id: COUNTED_TAGS }],
    }),

    /** Lanes of the kanban, by id. */
    listKanbanTags: build.query({
      ...endpoint(
        tagRoutes.listKanbanTags,
        (_none: void) => ({}),
        ({ lista }) => lista,
      ),
      providesTags: ['tags'],
    }),

    /** Finds or creates the tag of this name. */
    createTag: build.mutation(endpoint(tagRoutes.createTag, (body: NewTag) => ({ body }))),

    updateTag: build.mutation(
      endpoint(tagRoutes.updateTag, ({ id, body }: { id: number; body: TagPatch }) => ({
        ...toPath(id),
        body,
      })),
    ),

    deleteTag: build.mutation(endpoint(tagRoutes.deleteTag, toPath)),

    /** Replaces a ticket's tags; applied at once, rolled back when refused. */
    syncTags: build.mutation(
      endpoint(tagRoutes.syncTags, ({ ticket, tags }: { ticket: TicketView; tags: TagView[] }) => ({
        body: { ticketId: ticket.id, tags: tags.map(({ id }) => ({ id })) },
      })),
    ),
  }),
})

export const {
  useCreateTagMutation,
  useDeleteTagMutation,
  useListAllTagsQuery,
  useListKanbanTagsQuery,
  useListTagsQuery,
  useSyncTagsMutation,
  useUpdateTagMutation,
} = tagsApi
