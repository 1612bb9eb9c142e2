import type { TicketId } from '@balcao/contracts'
import type { Session, Tx } from '@balcao/kernel'

import { capabilitiesOf } from '../connections'
import { chooseAddress } from '../contacts'
import { requireWorkableTicket, type Ticket } from '../tickets'
import type { MessageDeps } from './message-deps'
import { typingRequested } from './message-events'

/* The jid of the newest message; before any message, the one of the contact's number. */
async function findChatJid(deps: MessageDeps, tx: Tx, ticket: Ticket): Promise<string> {
  const newest = await deps.messages.findNewestShown(tx, ticket.companyId, ticket.id)
  if (newest?.remoteJid) return newest.remoteJid
  const contact = await deps.contacts.find(tx, ticket.companyId, ticket.contactId)
  const identities = await deps.contacts.listIdentities(tx, ticket.companyId, ticket.contactId)
  const { number, remoteJid } = chooseAddress(identities, contact?.number ?? '')
  return remoteJid || `${number}@s.whatsapp.net`
}

/**
 * Lets the customer of an open ticket see that an agent types, or stopped. Nothing happens unless the company wants it and
 * the network has it, or while the ticket is not open. @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function requestTyping(
  deps: MessageDeps,
  session: Session,
  ticketId: TicketId,
  isTyping: boolean,
): Promise<void> {
  const { companyId } = session
  const { sendsTyping } = await deps.settings.of(companyId)
  await deps.db.withTenant(companyId, async (tx) => {
    const ticket = requireWorkableTicket(session, await deps.tickets.find(tx, companyId, ticketId))
    if (!sendsTyping || ticket.status !== 'open') return
    const connection = await deps.connections.find(tx, companyId, ticket.connectionId)
    if (!capabilitiesOf(connection).showsTyping) return
    const remoteJid = await findChatJid(deps, tx, ticket)
    await deps.events.append(tx, [typingRequested(deps, ticket, { remoteJid, isTyping })])
  })
}
