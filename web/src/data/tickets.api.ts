import type { BodyOf, createTicket, TicketView, updateTicket } from '@balcao/contracts'

import { api } from './api'
import { nextTicketPage, type TicketCursor, type TicketFilter, type TicketPage } from './ticket-lists'

/* Paths are written out, as in session.api.ts: the shell's bell needs the list before the validator. */

export type TicketPatch = Partial<BodyOf<typeof updateTicket>>
export type NewTicket = Partial<BodyOf<typeof createTicket>> & { contactId: number }

const listParams = (filter: TicketFilter, { pageNumber, after }: TicketCursor): Record<string, string> => {
  const ids = (list: number[]) => JSON.stringify(list)
  return {
    pageNumber: String(pageNumber),
    ...(after !== undefined && { after }),
    showAll: String(filter.showAll),
    ...(filter.status && { status: filter.status }),
    ...(filter.searchParam && { searchParam: filter.searchParam }),
    ...(filter.queueIds && { queueIds: ids(filter.queueIds) }),
    ...(filter.tags.length > 0 && { tags: ids(filter.tags) }),
    ...(filter.users.length > 0 && { users: ids(filter.users) }),
    ...(filter.contactId !== undefined && { contactId: String(filter.contactId) }),
    ...(filter.withUnreadMessages && { withUnreadMessages: 'true' }),
  }
}

export const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.infiniteQuery<TicketPage, TicketFilter, TicketCursor>({
      infiniteQueryOptions: {
        initialPageParam: { pageNumber: 1 },
        getNextPageParam: (last, pages) => (last.hasMore ? nextTicketPage(pages) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ url: '/tickets', params: listParams(queryArg, pageParam) }),
      providesTags: (_pages, _error, { searchParam }) => [
        'TicketList',
        ...(searchParam === '' ? [] : [{ type: 'TicketList' as const, id: 'SEARCH' }]),
      ],
    }),

    getTicketByUuid: build.query<TicketView, string>({
      query: (uuid) => `/tickets/u/${encodeURIComponent(uuid)}`,
      providesTags: (ticket, _error, uuid) => [
        { type: 'Ticket', id: uuid },
        ...(ticket ? [{ type: 'Ticket' as const, id: ticket.id }] : []),
      ],
    }),

    getTicket: build.query<TicketView, number>({
      query: (ticketId) => `/tickets/${ticketId}`,
      providesTags: (_ticket, _error, ticketId) => [{ type: 'Ticket', id: ticketId }],
    }),

    createTicket: build.mutation<TicketView, NewTicket>({
      query: (body) => ({ url: '/tickets', method: 'POST', body }),
    }),

    /** Shown at once; taken back when refused. `shown` is what the ticket looks like if the server agrees. */
    updateTicket: build.mutation<TicketView, { before: TicketView; shown: TicketView; patch: TicketPatch }>({
      query: ({ before, patch }) => ({ url: `/tickets/${before.id}`, method: 'PUT', body: patch }),
    }),

    markTicketRead: build.mutation<undefined, number>({
      query: (ticketId) => ({ url: `/tickets/${ticketId}/read`, method: 'POST' }),
    }),

    deleteTicket: build.mutation<{ message: string }, number>({
      query: (ticketId) => ({ url: `/tickets/${ticketId}`, method: 'DELETE' }),
    }),
  }),
})

export const {
  useListTicketsInfiniteQuery,
  useGetTicketByUuidQuery,
  useGetTicketQuery,
  useCreateTicketMutation,
  useUpdateTicketMutation,
  useMarkTicketReadMutation,
  useDeleteTicketMutation,
} = ticketsApi
