import type {
  ConnectionEvent,
  ContactEvent,
  QueueEvent,
  TagEvent,
  TicketEvent,
  TicketView,
} from '@balcao/contracts'

import { isHttpStatus } from '../lib/api-error'
import { onFeed, type FeedContext } from './live/handlers'
import { toFeedContext } from './live/query-context'
import { toCachedContactEvent } from './cached-views'
import { selectUser } from './session/session.slice'
import { parseTicketConflict, applyTicketConflict } from './ticket-conflict'
import { changeLane } from './kanban'
import {
  applyContactEvent,
  applyTicketEvent,
  clearUnread,
  changeTickets,
  isSearch,
  type TicketFilter,
  type TicketPages,
  type ListChange,
  type TicketViewer,
} from './ticket-lists'
import { applyConnectionToTicket, applyQueueToTicket, applyTagToTicket } from './ticket-references'
import { ticketsApi } from './tickets.api'

/* Applies events about tickets, contacts, queues, tags and connections to every cached list and open ticket. */

/** A list whose count is uncertain is refetched, at most this often. */
const RECOUNT_AFTER_MS = 10_000
/** Delay before searches are refetched: only the server knows what they match. */
const SEARCH_AGAIN_AFTER_MS = 1_500
/** Events that arrived while an answer was being fetched. */
const RECENT_EVENTS = 500

type Heard =
  | { kind: 'ticket'; event: TicketEvent }
  | { kind: 'contact'; event: ContactEvent }
  | { kind: 'queue'; event: QueueEvent }
  | { kind: 'tag'; event: TagEvent }
  | { kind: 'whatsapp'; event: ConnectionEvent }

let heardCount = 0
let recent: { index: number; heard: Heard }[] = []
let recount: ReturnType<typeof setTimeout> | undefined
let searchAgain: ReturnType<typeof setTimeout> | undefined

const remember = (heard: Heard) => {
  heardCount += 1
  recent.push({ index: heardCount, heard })
  if (recent.length > RECENT_EVENTS) recent = recent.slice(-RECENT_EVENTS / 2)
}

/** Newest version of each ticket seen this session; older ones are dropped. */
const versions = new Map<number, number>()
let selectVersions: number | undefined

/** Cleared for another session. */
export const forgetTickets = (): void => {
  versions.clear()
  recent = []
}

const isLate = (ticket: TicketView, viewerId: number): boolean => {
  if (selectVersions !== viewerId) forgetTickets()
  selectVersions = viewerId
  const seen = versions.get(ticket.id) ?? 0
  if (ticket.version >= seen) versions.set(ticket.id, ticket.version)
  return ticket.version < seen
}

const patchList = (
  filter: TicketFilter,
  context: FeedContext,
  change: (data: TicketPages) => TicketPages,
) => {
  const { data } = ticketsApi.endpoints.listTickets.select(filter)(context.getState())
  if (!data) return
  const changed = change(data)
  if (changed !== data)
    context.dispatch(ticketsApi.util.updateQueryData('listTickets', filter, () => changed))
}

const cachedFilters = (context: FeedContext): TicketFilter[] =>
  ticketsApi.util.selectCachedArgsForQuery(context.getState(), 'listTickets')

/** Refetches searches soon: what they match may have changed. */
export const searchAgainSoon = ({ dispatch }: FeedContext): void => {
  searchAgain ??= setTimeout(() => {
    searchAgain = undefined
    dispatch(ticketsApi.util.invalidateTags([{ type: 'ticket-lists', id: 'SEARCH' }]))
  }, SEARCH_AGAIN_AFTER_MS)
}

const fetchAgainSoon = (filters: TicketFilter[], context: FeedContext) => {
  const { dispatch } = context
  if (filters.some(isSearch)) searchAgainSoon(context)
  if (recount !== undefined || filters.every(isSearch)) return
  recount = setTimeout(() => {
    recount = undefined
    dispatch(ticketsApi.util.invalidateTags(['ticket-lists']))
  }, RECOUNT_AFTER_MS)
}

/* Tickets that lose their tag join the lists of those without it. */
const freesTickets = ({ withoutTags = [] }: TicketFilter, heard: Heard): boolean =>
  heard.kind === 'tag' && heard.event.action === 'delete' && withoutTags.includes(heard.event.tagId)

const afterHeard = (
  data: TicketPages,
  filter: TicketFilter,
  heard: Heard,
  viewer: TicketViewer,
): ListChange => {
  if (heard.kind === 'ticket') return applyTicketEvent(data, filter, heard.event, viewer)
  if (heard.kind === 'contact')
    return { data: applyContactEvent(data, heard.event), isGuess: filter.searchParam !== '' }
  const changed = changeTickets(data, filter, viewer, (ticket) => afterEvent(ticket, heard))
  return { data: changed, isGuess: freesTickets(filter, heard) }
}

const patchLists = (heard: Heard, context: FeedContext) => {
  const viewer = selectUser(context.getState())
  if (!viewer) return
  const guessed: TicketFilter[] = []
  for (const filter of cachedFilters(context))
    patchList(filter, context, (data) => {
      const change = afterHeard(data, filter, heard, viewer)
      if (change.isGuess) guessed.push(filter)
      return change.data
    })
  fetchAgainSoon(guessed, context)
}

const afterEvent = (ticket: TicketView, heard: Heard): TicketView => {
  if (heard.kind === 'contact')
    return heard.event.action !== 'delete' && heard.event.contact.id === ticket.contactId
      ? { ...ticket, contact: heard.event.contact }
      : ticket
  if (heard.kind === 'queue') return applyQueueToTicket(ticket, heard.event)
  if (heard.kind === 'tag') return applyTagToTicket(ticket, heard.event)
  if (heard.kind === 'whatsapp') return applyConnectionToTicket(ticket, heard.event)
  const { event } = heard
  if (event.action === 'update')
    return event.ticket.id === ticket.id && event.ticket.version >= ticket.version ? event.ticket : ticket
  return event.action === 'updateUnread' && event.ticketId === ticket.id
    ? clearUnread(ticket, event.version)
    : ticket
}

const patchOpenTickets = (heard: Heard, context: FeedContext) => {
  for (const uuid of ticketsApi.util.selectCachedArgsForQuery(context.getState(), 'getTicketByUuid')) {
    const { data } = ticketsApi.endpoints.getTicketByUuid.select(uuid)(context.getState())
    if (!data) continue
    const changed = afterEvent(data, heard)
    if (changed !== data)
      context.dispatch(ticketsApi.util.updateQueryData('getTicketByUuid', uuid, () => changed))
  }
}

/** Refetches a ticket that was refused before, after an event about it. */
const askAgain = (heard: Heard, { dispatch, getState }: FeedContext) => {
  if (heard.kind !== 'ticket' || heard.event.action !== 'update') return
  const { id, uuid } = heard.event.ticket
  if (!ticketsApi.endpoints.getTicketByUuid.select(uuid)(getState()).isError) return
  dispatch(
    ticketsApi.util.invalidateTags([
      { type: 'tickets', id: uuid },
      { type: 'messages', id },
    ]),
  )
}

const write = (heard: Heard, context: FeedContext) => {
  patchLists(heard, context)
  patchOpenTickets(heard, context)
  askAgain(heard, context)
}

const apply = (heard: Heard, context: FeedContext) => {
  remember(heard)
  write(heard, context)
}

/** Writes a ticket event into the cache, from the feed or from an answer. What is older than what we saw is dropped. */
export const patchTickets = (event: TicketEvent, context: FeedContext): void => {
  const viewer = selectUser(context.getState())
  if (!viewer) return
  if (event.action === 'update' && isLate(event.ticket, viewer.id)) return
  apply({ kind: 'ticket', event }, context)
}

export const patchContactOfTickets = (event: ContactEvent, context: FeedContext): void =>
  apply({ kind: 'contact', event: toCachedContactEvent(event) }, context)

export const patchTagOfTickets = (event: TagEvent, context: FeedContext): void =>
  apply({ kind: 'tag', event }, context)

/** RTK Query rejects `queryFulfilled` with the answer wrapped. */
const readError = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : failure

/** Applies to an answer the events that arrived while it was being fetched: they are newer. */
const keepNewer = async (answered: Promise<unknown>, context: FeedContext): Promise<void> => {
  const since = heardCount
  await answered.catch(() => undefined)
  for (const { index, heard } of recent) if (index > since) write(heard, context)
}

ticketsApi.enhanceEndpoints({
  endpoints: {
    listTickets: {
      onQueryStarted: (_filter, { queryFulfilled, ...lifecycle }) =>
        keepNewer(queryFulfilled, toFeedContext(lifecycle)),
    },
    getTicketByUuid: {
      onQueryStarted: (_uuid, { queryFulfilled, ...lifecycle }) =>
        keepNewer(queryFulfilled, toFeedContext(lifecycle)),
    },
    createTicket: {
      onQueryStarted: async (_body, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchTickets({ action: 'update', ticket: answer.data }, toFeedContext(lifecycle))
      },
    },
    updateTicket: {
      onQueryStarted: async ({ before, shown }, { queryFulfilled, ...lifecycle }) => {
        const context = toFeedContext(lifecycle)
        patchTickets({ action: 'update', ticket: shown }, context)
        try {
          patchTickets({ action: 'update', ticket: (await queryFulfilled).data }, context)
        } catch (failure) {
          const error = readError(failure)
          // Gone to where this user does not see it: the list must not show it again.
          if (isHttpStatus(error, 403) || isHttpStatus(error, 404))
            return patchTickets({ action: 'delete', ticketId: before.id }, context)
          const conflict = parseTicketConflict(error)
          patchTickets(
            { action: 'update', ticket: conflict ? applyTicketConflict(before, conflict) : before },
            context,
          )
        }
      },
    },
    markTicketRead: {
      onQueryStarted: (ticketId, lifecycle) => {
        patchTickets({ action: 'updateUnread', ticketId }, toFeedContext(lifecycle))
      },
    },
    moveToLane: {
      onQueryStarted: async ({ ticket, lane, lanes }, { queryFulfilled, ...lifecycle }) => {
        const context = toFeedContext(lifecycle)
        const moved = { ...ticket, tags: changeLane(ticket.tags, lane, lanes) }
        patchTickets({ action: 'update', ticket: moved }, context)
        const answer = await queryFulfilled.catch(() => null)
        patchTickets({ action: 'update', ticket: answer?.data ?? ticket }, context)
      },
    },
    deleteTicket: {
      onQueryStarted: async (ticketId, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchTickets({ action: 'delete', ticketId }, toFeedContext(lifecycle))
      },
    },
  },
})

/** Drops the cached queries of a ticket that the viewer may not see any more. */
const forgetTicket = (event: TicketEvent, { dispatch }: FeedContext) => {
  if (event.action !== 'delete') return
  const { ticketId: id } = event
  dispatch(
    ticketsApi.util.invalidateTags([
      { type: 'tickets', id },
      { type: 'messages', id },
    ]),
  )
}

onFeed('ticket', patchTickets)
onFeed('ticket', forgetTicket)
onFeed('queue', (event, context) => apply({ kind: 'queue', event }, context))
onFeed('whatsapp', (event, context) => apply({ kind: 'whatsapp', event }, context))
onFeed('contact', patchContactOfTickets)
