import type { TicketStatus } from '../http/tickets.routes'
import { isAdministrator, maySeeTicket, type TicketFacts, type TicketViewer } from './ticket-access'

/** What a list of tickets asks for, besides search words, days and pages. Absent and empty narrow nothing. */
export interface TicketListFilter {
  status?: TicketStatus | undefined
  /** For administrators: the tickets of every agent, instead of their own and the pending ones. */
  showAll: boolean
  /** Of the tickets in a queue those in one of these; the ones without a queue stay. */
  queueIds?: readonly number[] | null | undefined
  /** The ticket has all of them. */
  tags: readonly number[]
  /** One of them is the ticket's agent. */
  users: readonly number[]
  /** The whole history of a contact, whoever worked on it. */
  contactId?: number | undefined
  withUnreadMessages?: boolean | undefined
}

/** What of a ticket decides whether a list has it. */
export interface ListedTicket extends TicketFacts {
  status: TicketStatus
  contactId: number
  unreadMessages: number
  tags: readonly { id: number }[]
}

type Condition = (filter: TicketListFilter, ticket: ListedTicket, viewer: TicketViewer) => boolean

/* One for every field: a forgotten one does not compile. */
const conditions: { readonly [K in keyof Required<TicketListFilter>]: Condition } = {
  status: ({ status }, ticket) => status === undefined || ticket.status === status,
  showAll: ({ showAll, contactId }, ticket, viewer) =>
    (showAll && isAdministrator(viewer)) ||
    contactId !== undefined ||
    ticket.status === 'pending' ||
    ticket.userId === viewer.userId,
  queueIds: ({ queueIds }, ticket) =>
    queueIds == null || ticket.queueId === null || queueIds.includes(ticket.queueId),
  tags: ({ tags }, ticket) => tags.every((id) => ticket.tags.some((tag) => tag.id === id)),
  users: ({ users }, ticket) =>
    users.length === 0 || (ticket.userId !== null && users.includes(ticket.userId)),
  contactId: ({ contactId }, ticket) => contactId === undefined || ticket.contactId === contactId,
  withUnreadMessages: ({ withUnreadMessages }, ticket) => !withUnreadMessages || ticket.unreadMessages > 0,
}

const all = Object.values(conditions)

/**
 * Whether the viewer's list has the ticket: what `GET /tickets` answers and what a client adds to a list by itself. The
 * SQL of the tickets service is held to it by a test.
 */
export const isInTicketList = (
  viewer: TicketViewer,
  filter: TicketListFilter,
  ticket: ListedTicket,
): boolean => maySeeTicket(viewer, ticket) && all.every((condition) => condition(filter, ticket, viewer))
