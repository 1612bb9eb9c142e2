import { exactTicketFields, type ExactTicketField, type TicketView } from '../http/tickets.routes'
import { isAdministrator, maySeeTicket, type TicketFacts, type TicketViewer } from './ticket-access'

/** What a list of tickets asks for, besides search words, days and pages. Absent and empty narrow nothing. */
export interface TicketListFilter extends ExactFilter {
  /** For administrators and API keys of queues: the tickets of every agent, instead of their own and the pending ones. */
  showAll?: boolean | undefined
  /** Of the tickets in a queue those in one of these; the ones without a queue stay. */
  queueIds?: readonly number[] | null | undefined
  /** The ticket has all of them. */
  tags?: readonly number[] | undefined
  /** One of them is the ticket's agent. */
  users?: readonly number[] | undefined
  /** The ticket has none of them. */
  withoutTags?: readonly number[] | undefined
  withUnreadMessages?: boolean | undefined
  /** Whether a bot or an assistant has the ticket. */
  bot?: 'with' | 'without' | undefined
  /** A lane of the kanban: unclosed tickets, of every agent. */
  kanban?: boolean | undefined
}

type ExactFilter = { [K in ExactTicketField]?: TicketView[K] | undefined }

/** What of a ticket says whether a bot or an assistant has it. */
type HeldTicket = Pick<TicketView, 'chatbot' | 'useIntegration'>

export const isWithBot = ({ chatbot, useIntegration }: HeldTicket): boolean => chatbot || useIntegration

/** What of a ticket decides whether a list has it. */
export interface ListedTicket extends TicketFacts, Pick<TicketView, ExactTicketField>, HeldTicket {
  unreadMessages: number
  tags: readonly { id: number }[]
}

type Condition = (filter: TicketListFilter, ticket: ListedTicket, viewer: TicketViewer) => boolean

/* One for every other field: a forgotten one does not compile. */
const conditions: { readonly [K in Exclude<keyof TicketListFilter, ExactTicketField>]-?: Condition } = {
  // A contact's history and the kanban are listed whole.
  showAll: ({ showAll, contactId, kanban }, ticket, viewer) =>
    (showAll === true && (isAdministrator(viewer) || viewer.isQueueBound === true)) ||
    contactId !== undefined ||
    kanban === true ||
    ticket.status === 'pending' ||
    ticket.userId === viewer.userId,
  queueIds: ({ queueIds }, ticket) =>
    queueIds == null || ticket.queueId === null || queueIds.includes(ticket.queueId),
  tags: ({ tags = [] }, ticket) => tags.every((id) => ticket.tags.some((tag) => tag.id === id)),
  withoutTags: ({ withoutTags = [] }, ticket) => !ticket.tags.some(({ id }) => withoutTags.includes(id)),
  bot: ({ bot }, ticket) => bot === undefined || (bot === 'with') === isWithBot(ticket),
  kanban: ({ kanban }, ticket) => !kanban || ticket.status !== 'closed',
  users: ({ users = [] }, ticket) =>
    users.length === 0 || (ticket.userId !== null && users.includes(ticket.userId)),
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
): boolean =>
  maySeeTicket(viewer, ticket) &&
  exactTicketFields.every((field) => filter[field] === undefined || filter[field] === ticket[field]) &&
  all.every((condition) => condition(filter, ticket, viewer))
