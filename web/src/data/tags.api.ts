import { createTag, listAllTags, pathOf, syncTags, type TagView, type TicketView } from '@balcao/contracts'

import { api } from './api'

export const tagsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllTags: build.query<TagView[], undefined>({
      query: () => pathOf(listAllTags),
      providesTags: ['Tag'],
    }),

    /** Finds or creates the tag of this name. */
    createTag: build.mutation<TagView, { name: string }>({
      query: (body) => ({ url: pathOf(createTag), method: 'POST', body }),
    }),

    /** Replaces a ticket's tags; shown at once, taken back when refused. */
    syncTags: build.mutation<TicketView, { ticket: TicketView; tags: TagView[] }>({
      query: ({ ticket, tags }) => ({
        url: pathOf(syncTags),
        method: 'POST',
        body: { ticketId: ticket.id, tags: tags.map(({ id }) => ({ id })) },
      }),
    }),
  }),
})

export const { useListAllTagsQuery, useCreateTagMutation, useSyncTagsMutation } = tagsApi
