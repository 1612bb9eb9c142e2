import {
  isAdministrator,
  isInTicketList,
  maySeeTicket,
  type ContactEvent,
  type MessageMatch,
  type SentQuery,
  type SessionUserView,
  type TicketEvent,
  type TicketListFilter,
  type ticketRoutes,
  type TicketView,
} from '@balcao/contracts'
import type { InfiniteData } from '@reduxjs/toolkit/query'

/** What `GET /tickets` takes. */
export type ListQuery = SentQuery<typeof ticketRoutes.listTickets>

/** What one list of tickets asks for: all that the route takes but the page. `searchParam` is '' without search words. */
export interface TicketFilter
  extends Omit<ListQuery, keyof TicketCursor | 'queueIds'>, Pick<TicketListFilter, 'kanban'> {
  showAll: boolean
  queueIds: number[] | null
  tags: number[]
  users: number[]
  searchParam: string
}

/** What the list of open tickets asks for until its user has chosen something. */
export const buildFirstFilter = (viewer: Pick<TicketViewer, 'profile' | 'super'>): TicketFilter => ({
  showAll: isAdmin(viewer),
  queueIds: null,
  status: 'open',
  tags: [],
  users: [],
  searchParam: '',
})

/** Whether only the server knows what the list has. */
export const isSearch = ({ searchParam, date, updatedAt }: TicketFilter): boolean =>
  searchParam !== '' || Boolean(date) || Boolean(updatedAt)

export interface TicketPage {
  tickets: TicketView[]
  count: number
  hasMore: boolean
  /** The messages that have the words looked for. */
  matches: MessageMatch[]
}

/** Where a page begins: its number, and for all but the first the last row that is here, so that none is skipped. */
export interface TicketCursor {
  pageNumber: number
  after?: string
}

export type TicketPages = InfiniteData<TicketPage, TicketCursor>

/** The fields of a user that decide which tickets are in their lists. */
export type TicketViewer = Pick<
  SessionUserView,
  'id' | 'companyId' | 'profile' | 'super' | 'allTicket' | 'queues'
>

/** Rows a page of GET /tickets carries. */
export const TICKETS_PER_PAGE = 40

export const isAdmin = (viewer: Pick<TicketViewer, 'profile' | 'super'>): boolean => isAdministrator(viewer)

const toTicketAccess = (viewer: TicketViewer) => ({
  companyId: viewer.companyId,
  userId: viewer.id,
  profile: viewer.profile,
  super: viewer.super,
  allTicket: viewer.allTicket === 'enabled',
  queueIds: viewer.queues.map(({ id }) => id),
})

/** Whether the viewer may open the ticket at all, by the server's own rule. */
export const canSeeTicket = (ticket: TicketView, viewer: TicketViewer): boolean =>
  maySeeTicket(toTicketAccess(viewer), ticket)

/**
 * Whether the ticket is in the list the filter asks for, by the server's own rule. `unknown` when everything but words and
 * days says yes: only the server knows what they match.
 */
export const matchTicket = (
  filter: TicketFilter,
  ticket: TicketView,
  viewer: TicketViewer,
): 'in' | 'out' | 'unknown' => {
  if (!isInTicketList(toTicketAccess(viewer), filter, ticket)) return 'out'
  return isSearch(filter) ? 'unknown' : 'in'
}

/** All loaded rows, each once: pages overlap when rows moved between two fetches. */
export const flattenTickets = (data: TicketPages | undefined): TicketView[] => {
  const seen = new Set<number>()
  const rows: TicketView[] = []
  for (const page of data?.pages ?? [])
    for (const ticket of page.tickets) {
      if (seen.has(ticket.id)) continue
      seen.add(ticket.id)
      rows.push(ticket)
    }
  return rows
}

/** The matching message of each found ticket that has one. */
export const findMatches = (data: TicketPages | undefined): Map<number, MessageMatch> =>
  new Map(data?.pages.flatMap(({ matches }) => matches.map((match) => [match.ticketId, match])))

/** The server's total with the live changes since. */
export const selectTicketCount = (data: TicketPages | undefined): number | undefined =>
  data?.pages.at(-1)?.count

export const hasMoreTickets = (data: TicketPages | undefined): boolean => data?.pages.at(-1)?.hasMore ?? false

/**
 * The cursor after the last loaded row, so that rows that moved leave no gap; the page number only tells the server
 * how many rows are known.
 */
export const nextTicketPage = (pages: TicketPage[], { order }: Ordered): TicketCursor => {
  const rows = flattenTickets({ pages, pageParams: [] })
  const last = rows.reduce<TicketView | undefined>(
    (low, row) => (low && isBefore(row, low, order) ? low : row),
    undefined,
  )
  return {
    pageNumber: Math.floor(rows.length / TICKETS_PER_PAGE) + 1,
    ...(last && { after: `${sortTimeOf(last, order)}_${last.id}` }),
  }
}

export interface ListChange {
  data: TicketPages
  /**
   * True when only the server knows: the list has rows that are not loaded, and the event may be about one of them, or it
   * searches for words.
   */
  isGuess: boolean
}

/** What of a filter says how its list is sorted. */
type Ordered = Pick<TicketFilter, 'order'>
type Order = Ordered['order']

/* The moment that the server sorts by. */
const sortTimeOf = (ticket: TicketView, order: Order): string =>
  order === 'longest-wait' ? (ticket.pendingAt ?? ticket.updatedAt) : ticket.updatedAt

/** The server's order: last updated first, or by the longest wait. */
const isBefore = (left: TicketView, right: TicketView, order: Order): boolean => {
  const [first, second] = order === 'longest-wait' ? [right, left] : [left, right]
  const [time, otherTime] = [sortTimeOf(first, order), sortTimeOf(second, order)]
  return time === otherTime ? first.id > second.id : time > otherTime
}

const mapPages = (data: TicketPages, change: (page: TicketPage) => TicketPage): TicketPages => ({
  ...data,
  pages: data.pages.map(change),
})

const addToCount = (data: TicketPages, delta: number): TicketPages =>
  delta === 0 ? data : mapPages(data, (page) => ({ ...page, count: Math.max(0, page.count + delta) }))

const without = (data: TicketPages, isGone: (ticket: TicketView) => boolean): TicketPages =>
  mapPages(data, (page) =>
    page.tickets.some(isGone) ? { ...page, tickets: page.tickets.filter((ticket) => !isGone(ticket)) } : page,
  )

/** Removes tickets for good: with their matching messages, and from the count. */
const drop = (data: TicketPages, isGone: (ticket: TicketView) => boolean): TicketPages => {
  const gone = new Set(
    flattenTickets(data)
      .filter(isGone)
      .map(({ id }) => id),
  )
  const left = mapPages(without(data, isGone), (page) =>
    page.matches.some(({ ticketId }) => gone.has(ticketId))
      ? { ...page, matches: page.matches.filter(({ ticketId }) => !gone.has(ticketId)) }
      : page,
  )
  return addToCount(left, -gone.size)
}

const insertInto = (page: TicketPage, ticket: TicketView, order: Order): TicketPage => {
  const at = page.tickets.findIndex((row) => isBefore(ticket, row, order))
  const tickets = [...page.tickets]
  tickets.splice(at === -1 ? tickets.length : at, 0, ticket)
  return { ...page, tickets }
}

/** Puts the ticket where the server's order has it; not at all when that page is not loaded. */
const insert = (data: TicketPages, ticket: TicketView, order: Order): TicketPages => {
  const last = data.pages.length - 1
  const target = data.pages.findIndex((page) => page.tickets.some((row) => isBefore(ticket, row, order)))
  if (target === -1 && hasMoreTickets(data)) return data
  const into = target === -1 ? last : target
  return {
    ...data,
    pages: data.pages.map((page, index) => (index === into ? insertInto(page, ticket, order) : page)),
  }
}

const replace = (
  data: TicketPages,
  before: TicketView,
  ticket: TicketView,
  { order }: Ordered,
): TicketPages =>
  sortTimeOf(before, order) === sortTimeOf(ticket, order)
    ? mapPages(data, (page) =>
        page.tickets.includes(before)
          ? { ...page, tickets: page.tickets.map((row) => (row === before ? ticket : row)) }
          : page,
      )
    : insert(
        without(data, (row) => row.id === ticket.id),
        ticket,
        order,
      )

const findTicket = (data: TicketPages, ticketId: number): TicketView | undefined => {
  for (const page of data.pages) {
    const row = page.tickets.find((ticket) => ticket.id === ticketId)
    if (row) return row
  }
  return undefined
}

const upsert = (
  data: TicketPages,
  filter: TicketFilter,
  ticket: TicketView,
  viewer: TicketViewer,
): ListChange => {
  const row = findTicket(data, ticket.id)
  if (row && ticket.version < row.version) return { data, isGuess: false }
  const verdict = matchTicket(filter, ticket, viewer)
  if (row) {
    if (verdict !== 'out') return { data: replace(data, row, ticket, filter), isGuess: verdict === 'unknown' }
    return { data: drop(data, (other) => other.id === ticket.id), isGuess: false }
  }
  if (verdict !== 'in') return { data, isGuess: verdict === 'unknown' || hasMoreTickets(data) }
  return {
    data: addToCount(insert(data, ticket, filter.order), hasMoreTickets(data) ? 0 : 1),
    isGuess: hasMoreTickets(data),
  }
}

const remove = (data: TicketPages, ticketId: number): ListChange => {
  if (!findTicket(data, ticketId)) return { data, isGuess: hasMoreTickets(data) }
  return { data: drop(data, (row) => row.id === ticketId), isGuess: false }
}

/** The ticket without unread messages; unchanged when it is newer than `version`. */
export const clearUnread = (ticket: TicketView, version = ticket.version): TicketView =>
  version < ticket.version || (version === ticket.version && ticket.unreadMessages === 0)
    ? ticket
    : { ...ticket, unreadMessages: 0, version }

/** One list after a ticket event: old list + events = what a fresh fetch would answer. */
export const applyTicketEvent = (
  data: TicketPages,
  filter: TicketFilter,
  event: TicketEvent,
  viewer: TicketViewer,
): ListChange => {
  if (event.action === 'update') return upsert(data, filter, event.ticket, viewer)
  if (event.action === 'delete') return remove(data, event.ticketId)
  const row = findTicket(data, event.ticketId)
  const read = row && clearUnread(row, event.version)
  if (!read || read === row) return { data, isGuess: false }
  if (filter.withUnreadMessages) return remove(data, event.ticketId)
  return { data: replace(data, row, read, filter), isGuess: false }
}

/** Every row changed in its place, without those that no longer belong then; the same pages when none did change. */
export const changeTickets = (
  data: TicketPages,
  filter: TicketFilter,
  viewer: TicketViewer,
  change: (ticket: TicketView) => TicketView,
): TicketPages => {
  const before = flattenTickets(data)
  if (before.every((ticket) => change(ticket) === ticket)) return data
  const changed = mapPages(data, (page) => ({ ...page, tickets: page.tickets.map(change) }))
  const isOut = (ticket: TicketView) => matchTicket(filter, ticket, viewer) === 'out'
  return flattenTickets(changed).some(isOut) ? drop(changed, isOut) : changed
}

/** One list after a contact event: rows carry their contact; a deleted contact takes its tickets along. */
export const applyContactEvent = (data: TicketPages, event: ContactEvent): TicketPages => {
  if (event.action === 'delete') {
    const isGone = (row: TicketView) => row.contactId === event.contactId
    return flattenTickets(data).some(isGone) ? drop(data, isGone) : data
  }
  const contact = event.contact
  if (!flattenTickets(data).some((row) => row.contactId === contact.id)) return data
  return mapPages(data, (page) => ({
    ...page,
    tickets: page.tickets.map((row) => (row.contactId === contact.id ? { ...row, contact } : row)),
  }))
}
