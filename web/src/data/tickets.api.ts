import { ticketRoutes, type SentBody, type SentQuery, type TicketView } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'
import {
  isSearch,
  nextTicketPage,
  type TicketCursor,
  type TicketFilter,
  type TicketPage,
} from './ticket-lists'

export type TicketPatch = SentBody<typeof ticketRoutes.updateTicket>
export type NewTicket = SentBody<typeof ticketRoutes.createTicket>

const toListQuery = (
  filter: TicketFilter,
  { pageNumber, after }: TicketCursor,
): SentQuery<typeof ticketRoutes.listTickets> => ({
  ...filter,
  pageNumber,
  after,
  searchParam: filter.searchParam || undefined,
  queueIds: filter.queueIds ?? undefined,
  tags: filter.tags.length > 0 ? filter.tags : undefined,
  users: filter.users.length > 0 ? filter.users : undefined,
  withUnreadMessages: filter.withUnreadMessages || undefined,
  date: filter.date || undefined,
  updatedAt: filter.updatedAt || undefined,
})

interface PageAsked {
  queryArg: TicketFilter
  pageParam: TicketCursor
}

/** `shown` is what the ticket looks like if the server agrees. */
interface TicketUpdate {
  before: TicketView
  shown: TicketView
  patch: TicketPatch
}

const toPath = (ticketId: number) => ({ path: { ticketId } })

export const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.infiniteQuery<TicketPage, TicketFilter, TicketCursor>({
      ...endpoint(ticketRoutes.listTickets, ({ queryArg, pageParam }: PageAsked) => ({
        query: toListQuery(queryArg, pageParam),
      })),
      infiniteQueryOptions: {
        initialPageParam: { pageNumber: 1 },
        getNextPageParam: (last, pages) => (last.hasMore ? nextTicketPage(pages) : undefined),
      },
      providesTags: (_pages, _error, filter) => [
        'TicketList',
        ...(isSearch(filter) ? [{ type: 'TicketList' as const, id: 'SEARCH' }] : []),
      ],
    }),

    getTicketByUuid: build.query({
      ...endpoint(ticketRoutes.getTicketByUuid, (uuid: string) => ({ path: { uuid } })),
      providesTags: (ticket, _error, uuid) => [
        { type: 'Ticket', id: uuid },
        ...(ticket ? [{ type: 'Ticket' as const, id: ticket.id }] : []),
      ],
    }),

    getTicket: build.query({
      ...endpoint(ticketRoutes.getTicket, toPath),
      providesTags: (_ticket, _error, ticketId) => [{ type: 'Ticket', id: ticketId }],
    }),

    createTicket: build.mutation(endpoint(ticketRoutes.createTicket, (body: NewTicket) => ({ body }))),

    /** Applied at once, rolled back when refused. */
    updateTicket: build.mutation(
      endpoint(ticketRoutes.updateTicket, ({ before, patch }: TicketUpdate) => ({
        path: { ticketId: before.id },
        body: patch,
      })),
    ),

    markTicketRead: build.mutation(endpoint(ticketRoutes.markTicketRead, toPath)),

    deleteTicket: build.mutation(endpoint(ticketRoutes.deleteTicket, toPath)),
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
