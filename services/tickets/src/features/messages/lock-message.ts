import type { CompanyId, MessageId } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { requireWorkableTicket, type Ticket } from '../tickets'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'

export interface LockedMessage {
  ticket: Ticket
  message: Message
}

/** Locks the message's ticket, then reads the message; undefined when either was deleted. */
export async function lockTicketAndMessage(
  deps: Pick<MessageDeps, 'tickets' | 'messages'>,
  tx: Tx,
  companyId: CompanyId,
  known: Pick<Message, 'id' | 'ticketId'>,
): Promise<LockedMessage | undefined> {
  const ticket = await deps.tickets.lock(tx, companyId, known.ticketId)
  const message = ticket && (await deps.messages.find(tx, companyId, known.id))
  return ticket && message && { ticket, message }
}

/** A message the session may touch, and its locked ticket. @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION */
export async function lockMessage(
  deps: Pick<MessageDeps, 'tickets' | 'messages'>,
  tx: Tx,
  session: Session,
  id: MessageId,
): Promise<LockedMessage> {
  const found = await deps.messages.find(tx, session.companyId, id)
  if (!found) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const ticket = requireWorkableTicket(
    session,
    await deps.tickets.lock(tx, session.companyId, found.ticketId),
  )
  // Read again: it may have changed while we waited for the ticket.
  const message = await deps.messages.find(tx, session.companyId, id)
  if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return { ticket, message }
}
