import { ticketScope, type TicketId } from '@balcao/contracts'
import type { MessageSnapshot, TicketSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import { requireVisibleTicket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'
import { planEarlierPage, type EarlierCursor } from './plan-earlier-page'

export interface EarlierPage {
  /** Oldest first. */
  messages: MessageSnapshot[]
  /** Those of the messages, the latest first. */
  tickets: TicketSnapshot[]
  hasMore: boolean
}

/* Each has a message: so many fill a page, and one more tells whether older ones follow. */
const MOST_TICKETS = PAGE_SIZES.other + 1

/**
 * Messages of the contact's tickets that were opened before this one: ticket after ticket, the latest first, without those that the
 * session may not see.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function listEarlierMessages(
  deps: MessageDeps,
  session: Session,
  ticketId: TicketId,
  cursor: EarlierCursor | undefined,
): Promise<EarlierPage> {
  const { companyId } = session
  const read = await deps.db.withTenant(companyId, async (tx) => {
    const which = { scope: ticketScope(session), from: cursor?.ticketId, most: MOST_TICKETS }
    const [found, earlier] = await Promise.all([
      deps.tickets.find(tx, companyId, ticketId),
      deps.tickets.listEarlier(tx, companyId, ticketId, which),
    ])
    const { contactId } = requireVisibleTicket(session, found)
    const { ranges, hasMore } = planEarlierPage(earlier, cursor, PAGE_SIZES.other)
    const ids = ranges.map((range) => range.ticketId)
    const [rows, snapshots] = await Promise.all([
      deps.messages.listRanges(tx, companyId, ranges),
      deps.tickets.findSnapshots(tx, companyId, ids),
    ])
    return {
      rows: rows.toReversed(),
      tickets: ids.flatMap((id) => snapshots.get(id) ?? []),
      contactId,
      hasMore,
    }
  })
  const documents = await deps.documents.get(
    companyId,
    read.rows.map(({ id }) => id),
  )
  return {
    messages: messageSnapshots(read.rows, documents, read.contactId),
    tickets: read.tickets,
    hasMore: read.hasMore,
  }
}
