import type { TicketId } from '@balcao/contracts'
import { OutboundLane, type MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { requireOffered } from '../connections'
import { assertOpen, customerWords, describeFound, requireWorkableTicket } from '../tickets'
import { appendMessages } from './append-messages'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'
import { draftOutgoing, requestOutbound } from './outgoing'

/**
 * Sends a message with a button by which the customer shares the number; the answer links it to the contact. Not idempotent.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_SENDING_WAPP_MSG unless the ticket is open and its
 * customer hides the number, ERR_WAPP_NOT_OFFERED
 */
export async function askNumber(
  deps: MessageDeps,
  session: Session,
  ticketId: TicketId,
): Promise<MessageSnapshot> {
  const { companyId } = session
  const { language } = await deps.settings.of(companyId)
  const drafts = draftOutgoing(deps.ids, [{ body: customerWords[language].numberAsked }], {
    source: 'desk',
    clientIds: [],
    userId: session.userId,
    senderName: session.name,
    now: deps.clock.now(),
  })
  const { ticket, messages, documents } = await deps.db.withTenant(companyId, async (tx) => {
    const locked = requireWorkableTicket(session, await deps.tickets.lock(tx, companyId, ticketId))
    assertOpen(locked)
    await requireOffered(deps, tx, locked, ({ asksNumbers }) => asksNumbers)
    const contact = await deps.contacts.find(tx, companyId, locked.contactId)
    if (contact?.number !== '' || contact.isGroup)
      throw new AppError('ERR_SENDING_WAPP_MSG', { detail: 'the number is known' })
    const appended = await appendMessages(deps, tx, describeFound(locked), { drafts })
    const lane = OutboundLane.OUTBOUND_LANE_AGENT
    await requestOutbound(deps, tx, appended, { lane, asksNumber: true })
    return appended
  })
  const [sent] = messageSnapshots(messages, documents, ticket.contactId)
  if (!sent) throw new Error('the message was not written')
  return sent
}
