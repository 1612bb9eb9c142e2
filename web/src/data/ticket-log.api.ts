import { ticketLogRoutes, type Answer } from '@balcao/contracts'

import { api } from './api'
import type { PageAsked } from './pages'
import { endpoint } from './request'

export type TicketLogPage = Answer<typeof ticketLogRoutes.listTicketLog>

export const ticketLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Who did what with a ticket, newest first. */
    listTicketLog: build.infiniteQuery<TicketLogPage, number, number | null>({
      ...endpoint(
        ticketLogRoutes.listTicketLog,
        ({ queryArg, pageParam }: PageAsked<number, number | null>) => ({
          path: { ticketId: queryArg },
          query: pageParam === null ? {} : { before: pageParam },
        }),
      ),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
      },
      providesTags: (_page, _error, ticketId) => [{ type: 'ticket-log', id: ticketId }],
    }),
  }),
})

export const { useListTicketLogInfiniteQuery } = ticketLogApi
