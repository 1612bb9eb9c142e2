import { tagRoutes, type TagView, type TicketView } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllTags: build.query({ ...endpoint(tagRoutes.listAllTags), providesTags: ['Tag'] }),

    /** Finds or creates the tag of this name. */
    createTag: build.mutation(endpoint(tagRoutes.createTag, (body: { name: string }) => ({ body }))),

    /** Replaces a ticket's tags; applied at once, rolled back when refused. */
    syncTags: build.mutation(
      endpoint(tagRoutes.syncTags, ({ ticket, tags }: { ticket: TicketView; tags: TagView[] }) => ({
        body: { ticketId: ticket.id, tags: tags.map(({ id }) => ({ id })) },
      })),
    ),
  }),
})

export const { useListAllTagsQuery, useCreateTagMutation, useSyncTagsMutation } = tagsApi
