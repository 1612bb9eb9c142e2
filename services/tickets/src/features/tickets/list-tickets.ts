import {
  isGranted,
  ticketId,
  ticketScope,
  type listKanbanTickets as listKanbanEndpoint,
  type listTickets as listTicketsEndpoint,
  type QueryOf,
  type TicketId,
  type TicketListFilter,
} from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import { splitQuery } from '../../words'
import { saoPauloDay } from './sao-paulo-day'
import type { TicketDeps } from './ticket-deps'
import { requireVisibleTicket } from './ticket-policy'
import { emptyPage, type TicketCursor, type TicketFilter, type TicketPage } from './ticket.store'

type ListQuery = QueryOf<typeof listTicketsEndpoint>
type KanbanQuery = QueryOf<typeof listKanbanEndpoint>

/** A deeper page is answered empty instead of scanning. */
const DEEPEST_OFFSET = 100_000

/** Time and id of the last ticket seen. */
function parseCursor(after: string | undefined): TicketCursor | undefined {
  const [at = '', id = ''] = after?.split('_') ?? []
  return after === undefined ? undefined : { at: new Date(at), id: ticketId(Number(id)) }
}

/* What a query asks for besides the fields that are compared. */
type OtherField = 'searchParam' | 'pageNumber' | 'date' | 'updatedAt' | 'order' | 'after' | 'showAll'

type ComparedFields = Omit<TicketListFilter, 'kanban' | 'showAll'>

/* Does not compile while the query and the rule of lists know different fields. */
type AskedFields = { [K in keyof ComparedFields]: ListQuery[K] } & {
  [K in Exclude<keyof ListQuery, OtherField>]?: TicketListFilter[K]
}

/* Nothing else: how a page is read depends on which fields are asked for. */
const pickAsked = ({
  searchParam,
  pageNumber,
  date,
  updatedAt,
  order,
  after,
  showAll,
  ...asked
}: ListQuery): AskedFields => asked

type PageAsked = Pick<ListQuery, 'searchParam' | 'pageNumber' | 'after'> & Partial<Pick<ListQuery, 'order'>>

/** The filter a query means for this session. `showAll` is for administrators, and for API keys of queues, which are no one’s. */
export function buildFilter(session: Session, query: ListQuery): TicketFilter {
  const showsAll =
    query.showAll === true && (isGranted(session, 'listTicketsOfAll') || session.isQueueBound === true)
  // A contact's history includes the tickets of all agents.
  const isHistory = query.contactId !== undefined
  return {
    scope: ticketScope(session),
    mineOrPending: showsAll || isHistory ? null : session.userId,
    asked: pickAsked(query),
    createdIn: query.date ? saoPauloDay(query.date) : undefined,
    updatedIn: query.updatedAt ? saoPauloDay(query.updatedAt) : undefined,
    words: splitQuery(query.searchParam),
  }
}

/** Unclosed tickets of all agents, among those that the session may see. */
export const buildKanbanFilter = (session: Session, query: KanbanQuery): TicketFilter => ({
  scope: ticketScope(session),
  mineOrPending: null,
  asked: { ...pickAsked(query), kanban: true },
  createdIn: undefined,
  updatedIn: undefined,
  words: splitQuery(query.searchParam),
})

/** A page of 40 tickets the session may see, last updated first or by `order`: the page of this number, or what follows `after`. */
export const listTickets = (
  deps: Pick<TicketDeps, 'db' | 'tickets'>,
  session: Session,
  query: ListQuery,
): Promise<TicketPage> => readTicketPage(deps, session, buildFilter(session, query), query)

/** The same of the kanban's tickets. */
export const listKanbanTickets = (
  deps: Pick<TicketDeps, 'db' | 'tickets'>,
  session: Session,
  query: KanbanQuery,
): Promise<TicketPage> => readTicketPage(deps, session, buildKanbanFilter(session, query), query)

async function readTicketPage(
  deps: Pick<TicketDeps, 'db' | 'tickets'>,
  { companyId }: Session,
  filter: TicketFilter,
  query: PageAsked,
): Promise<TicketPage> {
  const offset = (query.pageNumber - 1) * PAGE_SIZES.tickets
  const asksForNothing = query.searchParam.trim() !== '' && filter.words.length === 0
  if (offset > DEEPEST_OFFSET || asksForNothing) return emptyPage()
  const after = parseCursor(query.after)
  const { order = 'last-updated' } = query
  const request = { offset, size: PAGE_SIZES.tickets, order, after }
  return deps.db.withTenant(companyId, (tx) => deps.tickets.page(tx, companyId, filter, request))
}

/** One ticket by id or uuid. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function getTicket(
  deps: Pick<TicketDeps, 'db' | 'tickets'>,
  session: Session,
  by: { id: TicketId } | { uuid: string },
): Promise<TicketSnapshot> {
  const { companyId } = session
  const found = await deps.db.withTenant(companyId, (tx) => deps.tickets.findShown(tx, companyId, by))
  return requireVisibleTicket(session, found).snapshot
}
