import type { TicketId } from '@balcao/contracts'
import type { MessageSnapshot, TicketSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import { readTicketSnapshot, requireVisibleTicket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'

export interface MessagesPage {
  /** Oldest first. */
  messages: MessageSnapshot[]
  count: number
  hasMore: boolean
  ticket: TicketSnapshot
}

export interface PageRequest {
  pageNumber: number
  /** Messages with a lower `seq`; wins over `pageNumber`. */
  before: number | undefined
}

/* `seq` has no gaps, so a page number is a place in it: no offset is ever walked. */
const firstSeqAfterPage = ({ pageNumber, before }: PageRequest, newest: number): number =>
  before ?? newest - (pageNumber - 1) * PAGE_SIZES.other + 1

/** The newest page first, oldest to newest inside it. Changes nothing. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function listMessages(
  deps: MessageDeps,
  session: Session,
  ticketId: TicketId,
  request: PageRequest,
): Promise<MessagesPage> {
  const { companyId } = session
  const { rows, ticket, snapshot } = await deps.db.withTenant(companyId, async (tx) => {
    const visible = requireVisibleTicket(session, await deps.tickets.find(tx, companyId, ticketId))
    const page = await deps.messages.page(
      tx,
      companyId,
      ticketId,
      firstSeqAfterPage(request, visible.messageSeq),
      PAGE_SIZES.other,
    )
    return {
      rows: page.toReversed(),
      ticket: visible,
      snapshot: await readTicketSnapshot(deps, tx, companyId, ticketId),
    }
  })
  const documents = await deps.documents.get(
    companyId,
    rows.map(({ id }) => id),
  )
  return {
    messages: messageSnapshots(rows, documents, ticket.contactId),
    count: ticket.messageSeq,
    hasMore: (rows[0]?.seq ?? 1) > 1,
    ticket: snapshot,
  }
}
