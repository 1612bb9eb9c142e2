import {
  kanbanRoutes,
  ticketRoutes,
  type SentBody,
  type TagRefView,
  type TicketView,
} from '@balcao/contracts'

import { api } from './api'
import type { PageAsked } from './pages'
import { buildRequest, endpoint } from './request'
import {
  isSearch,
  type ListQuery,
  nextTicketPage,
  type TicketCursor,
  type TicketFilter,
  type TicketPage,
} from './ticket-lists'

export type TicketPatch = SentBody<typeof ticketRoutes.updateTicket>
export type NewTicket = SentBody<typeof ticketRoutes.createTicket>

const isEmpty = (value: unknown): boolean =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** The fields of a filter that narrow: all but the empty ones. Without queues are the tickets of no queue. */
export const toListQuery = (
  { kanban: _kanban, queueIds, ...asked }: TicketFilter,
  cursor: TicketCursor,
): ListQuery => ({
  ...(Object.fromEntries(Object.entries(asked).filter(([, value]) => !isEmpty(value))) as Partial<
    typeof asked
  >),
  queueIds: queueIds ?? undefined,
  ...cursor,
})

/** `shown` is what the ticket looks like if the server agrees. */
interface TicketUpdate {
  before: TicketView
  shown: TicketView
  patch: TicketPatch
}

/** A card of the kanban and where it goes: undefined is out of every lane. */
export interface LaneMove {
  ticket: TicketView
  lane: TagRefView | undefined
  /** The tags of all lanes. */
  lanes: readonly TagRefView[]
}

const toPath = (ticketId: number) => ({ path: { ticketId } })

export const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.infiniteQuery<TicketPage, TicketFilter, TicketCursor>({
      query: ({ queryArg, pageParam }: PageAsked<TicketFilter, TicketCursor>) => {
        const query = toListQuery(queryArg, pageParam)
        return queryArg.kanban
          ? buildRequest(kanbanRoutes.listKanbanTickets, { query })
          : buildRequest(ticketRoutes.listTickets, { query })
      },
      infiniteQueryOptions: {
        initialPageParam: { pageNumber: 1 },
        // The library's fifth argument is the query's.
        getNextPageParam: (last, pages, ...[, , filter]) =>
          last.hasMore ? nextTicketPage(pages, filter) : undefined,
      },
      providesTags: (_pages, _error, filter) => [
        'ticket-lists',
        ...(isSearch(filter) ? [{ type: 'ticket-lists' as const, id: 'SEARCH' }] : []),
      ],
    }),

    getTicketByUuid: build.query({
      ...endpoint(ticketRoutes.getTicketByUuid, (uuid: string) => ({ path: { uuid } })),
      providesTags: (ticket, _error, uuid) => [
        { type: 'tickets', id: uuid },
        ...(ticket ? [{ type: 'tickets' as const, id: ticket.id }] : []),
      ],
    }),

    getTicket: build.query({
      ...endpoint(ticketRoutes.getTicket, toPath),
      providesTags: (_ticket, _error, ticketId) => [{ type: 'tickets', id: ticketId }],
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

    /** Puts a card into a lane, or into none; applied at once, rolled back when refused. */
    moveToLane: build.mutation<TicketView, LaneMove>({
      query: ({ ticket, lane }) =>
        lane
          ? buildRequest(kanbanRoutes.moveToLane, { path: { ticketId: ticket.id, tagId: lane.id } })
          : buildRequest(kanbanRoutes.leaveLanes, { path: { ticketId: ticket.id } }),
      transformResponse: (answer: TicketView | { ticket: TicketView }) =>
        'ticket' in answer ? answer.ticket : answer,
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
  useMoveToLaneMutation,
} = ticketsApi
