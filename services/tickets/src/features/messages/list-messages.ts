import { ticketScope, type TicketId } from '@balcao/contracts'
import type { MessageSnapshot, TicketSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import { readTicketSnapshot, requireVisibleTicket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'

export interface MessagesPage {
  /** Oldest first. */
  messages: MessageSnapshot[]
  /** With those that are no longer kept. */
  count: number
  hasMore: boolean
  /** Whether earlier tickets of the contact that the session may see have messages. */
  hasEarlier: boolean
  ticket: TicketSnapshot
}

export interface PageRequest {
  pageNumber: number
  /** Messages with a lower `seq`; wins over `pageNumber`. */
  before: number | undefined
}

const NEWEST = 2 ** 31 - 1

/* `seq` has no gaps, so a page number is a place in it: no rows are skipped by an offset. Undefined when the ticket has to be read first. */
const findEnd = ({ pageNumber, before }: PageRequest): number | undefined =>
  before ?? (pageNumber === 1 ? NEWEST : undefined)

const countBack = ({ pageNumber }: PageRequest, newest: number): number =>
  newest - (pageNumber - 1) * PAGE_SIZES.other + 1

/** The newest page first, oldest to newest inside it. Changes nothing. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function listMessages(
  deps: MessageDeps,
  session: Session,
  ticketId: TicketId,
  request: PageRequest,
): Promise<MessagesPage> {
  const { companyId } = session
  const read = await deps.db.withTenant(companyId, async (tx) => {
    const readPage = (end: number) =>
      deps.messages.page(tx, companyId, ticketId, { before: end, size: PAGE_SIZES.other })
    const end = findEnd(request)
    // One round trip: what a session may not see is dropped.
    const [found, snapshot, earlier, newest] = await Promise.all([
      deps.tickets.find(tx, companyId, ticketId),
      readTicketSnapshot(deps, tx, companyId, ticketId),
      deps.tickets.listEarlier(tx, companyId, ticketId, { scope: ticketScope(session), most: 1 }),
      end === undefined ? undefined : readPage(end),
    ])
    const ticket = requireVisibleTicket(session, found)
    const rows = (newest ?? (await readPage(countBack(request, ticket.messageSeq)))).toReversed()
    const ids = rows.map(({ id }) => id)
    const hasEarlier = earlier.length > 0
    return {
      rows,
      ids,
      ticket,
      snapshot,
      hasEarlier,
      documents: await deps.documents.getLast(tx, companyId, ids),
    }
  })
  const { rows, ids, ticket, snapshot, hasEarlier } = read
  const documents = read.documents ?? (await deps.documents.get(companyId, ids))
  return {
    messages: messageSnapshots(rows, documents, ticket.contactId),
    count: ticket.messageSeq,
    // Those before a page that is not full are no longer kept.
    hasMore: rows.length === PAGE_SIZES.other && (rows[0]?.seq ?? 1) > 1,
    hasEarlier,
    ticket: snapshot,
  }
}
