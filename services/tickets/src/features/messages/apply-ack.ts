import { messageId } from '@balcao/contracts'
import type { DeskEvent, OutboundChanged } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Ticket } from '../tickets'
import { raiseAck } from './ack'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import { messageChanged } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { showOnTicket } from './show-on-ticket'

export const ACKS_GROUP = 'tickets.acks'

/* When another row has that identity already (a stored echo of the phone), ours gets none. */
async function mayTakeWaId(
  deps: MessageDeps,
  tx: Tx,
  message: Message,
  news: OutboundChanged,
): Promise<boolean> {
  if (message.waId !== undefined || news.waId === '') return false
  const identity = {
    connectionId: message.connectionId,
    remoteJid: news.remoteJid,
    participant: message.participant,
    fromMe: message.fromMe,
    waId: news.waId,
  }
  return (await deps.messages.findByIdentity(tx, message.companyId, identity)) === undefined
}

async function apply(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  news: OutboundChanged,
): Promise<{ ticket: Ticket; message: Message } | undefined> {
  const id = messageId(news.messageId)
  const found = await deps.messages.find(tx, event.companyId, id)
  const ticket = found && (await deps.tickets.lock(tx, event.companyId, found.ticketId))
  const message = ticket && (await deps.messages.find(tx, event.companyId, id))
  if (!ticket || !message) {
    await deps.messages.keepPendingAck(tx, event.companyId, id, news, deps.clock.now())
    return undefined
  }
  const risen = raiseAck(message, news)
  const takesWaId = await mayTakeWaId(deps, tx, message, news)
  if (!risen && !takesWaId) return undefined
  const changed = {
    ...message,
    ...risen,
    ...(takesWaId && { waId: news.waId, remoteJid: news.remoteJid }),
    updatedAt: deps.clock.now(),
  }
  await deps.messages.save(tx, changed)
  return risen ? { ticket, message: changed } : undefined
}

/**
 * Applies what became of a message we sent. The ack only rises; news about an unknown message waits 24 h for its row.
 * When it is the ticket's last message, the ticket shows the new ack too.
 */
export async function applyAck(deps: MessageDeps, event: DeskEvent, news: OutboundChanged): Promise<void> {
  if (news.messageId === '') return
  const id = messageId(news.messageId)
  const document = (await deps.documents.get(event.companyId, [id])).get(id)
  await deps.db.withTenant(event.companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ACKS_GROUP, event.eventId))) return
    const changed = await apply(deps, tx, event, news)
    if (!changed) return
    const { ticket, message } = changed
    await deps.events.append(tx, [
      messageChanged(deps, messageSnapshot(message, document, ticket.contactId), ticket),
    ])
    await showOnTicket(deps, tx, ticket, message)
  })
}
