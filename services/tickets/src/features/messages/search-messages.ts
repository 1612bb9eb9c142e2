import {
  MAX_FOUND_MESSAGES,
  MAX_SEARCHED_MESSAGES,
  ticketScope,
  type FoundMessages,
  type TicketId,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { splitQuery } from '../../words'
import { requireVisibleTicket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { planEarlierPage } from './plan-earlier-page'

/* Of one contact; each has a message. */
const MOST_TICKETS = 200

/**
 * Which messages of the conversation have all the words: of this ticket, then of the contact's tickets before it that the session may
 * see, newest first.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function searchMessages(
  deps: Pick<MessageDeps, 'db' | 'tickets' | 'messages'>,
  session: Session,
  ticketId: TicketId,
  searchParam: string,
): Promise<FoundMessages> {
  const { companyId } = session
  const words = splitQuery(searchParam)
  return deps.db.withTenant(companyId, async (tx) => {
    const which = { scope: ticketScope(session), most: MOST_TICKETS }
    const [found, earlier] = await Promise.all([
      deps.tickets.find(tx, companyId, ticketId),
      deps.tickets.listEarlier(tx, companyId, ticketId, which),
    ])
    const { id, messageSeq } = requireVisibleTicket(session, found)
    if (words.length === 0) return { messageIds: [], hasMore: false }
    const { ranges, hasMore } = planEarlierPage(
      [{ id, messageSeq, erasedSeq: 0 }, ...earlier],
      undefined,
      MAX_SEARCHED_MESSAGES,
    )
    const ids = await deps.messages.search(tx, companyId, { ranges, words, most: MAX_FOUND_MESSAGES + 1 })
    return {
      messageIds: ids.slice(0, MAX_FOUND_MESSAGES),
      hasMore: hasMore || earlier.length === MOST_TICKETS || ids.length > MAX_FOUND_MESSAGES,
    }
  })
}
