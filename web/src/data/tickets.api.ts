import {
  createTicket,
  deleteTicket,
  getTicket,
  getTicketByUuid,
  listTickets,
  markTicketRead,
  pathOf,
  updateTicket,
  type BodyOf,
  type TicketView,
} from '@balcao/contracts'

import { api } from './api'
import { nextTicketPage, type TicketFilter, type TicketPage } from './ticket-lists'

export type TicketPatch = Partial<BodyOf<typeof updateTicket>>
export type NewTicket = Partial<BodyOf<typeof createTicket>> & { contactId: number }

const listParams = (filter: TicketFilter, pageNumber: number): Record<string, string> => {
  const ids = (list: number[]) => JSON.stringify(list)
  return {
    pageNumber: String(pageNumber),
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
    listTickets: build.infiniteQuery<TicketPage, TicketFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, pages) => (last.hasMore ? nextTicketPage(pages) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ url: pathOf(listTickets), params: listParams(queryArg, pageParam) }),
      providesTags: ['TicketList'],
    }),

    getTicketByUuid: build.query<TicketView, string>({
      query: (uuid) => pathOf(getTicketByUuid, { uuid }),
      providesTags: (ticket) => [{ type: 'Ticket', id: ticket?.id ?? 'NONE' }],
    }),

    getTicket: build.query<TicketView, number>({
      query: (ticketId) => pathOf(getTicket, { ticketId }),
      providesTags: (_ticket, _error, ticketId) => [{ type: 'Ticket', id: ticketId }],
    }),

    createTicket: build.mutation<TicketView, NewTicket>({
      query: (body) => ({ url: pathOf(createTicket), method: 'POST', body }),
    }),

    /** Shown at once; taken back when refused. `shown` is what the ticket looks like if the server agrees. */
    updateTicket: build.mutation<TicketView, { before: TicketView; shown: TicketView; patch: TicketPatch }>({
      query: ({ before, patch }) => ({ url: pathOf(updateTicket, { ticketId: before.id }), method: 'PUT', body: patch }),
    }),

    markTicketRead: build.mutation<undefined, number>({
      query: (ticketId) => ({ url: pathOf(markTicketRead, { ticketId }), method: 'POST' }),
    }),

    deleteTicket: build.mutation<{ message: string }, number>({
      query: (ticketId) => ({ url: pathOf(deleteTicket, { ticketId }), method: 'DELETE' }),
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
