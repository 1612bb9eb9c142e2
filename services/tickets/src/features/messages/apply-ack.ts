import { connectionId, messageId } from '@balcao/contracts'
import type { DeskEvent, OutboundChanged } from '@balcao/contracts/wire'
import { cleanText, type Tx } from '@balcao/kernel'

import type { Ticket } from '../tickets'
import { raiseAck } from './ack'
import { becomeTemplate } from './document-changes'
import { followDocument } from './follow-document'
import type { MessageDocument } from './message-documents.port'
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
  // A network that does not take our id tells its own with the acceptance.
  if (message.waId === news.waId || news.waId === '') return false
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
    await deps.messages.keepPendingAck(tx, event.companyId, id, { ...news, now: deps.clock.now() })
    return undefined
  }
  const risen = raiseAck(message, news)
  const takesWaId = await mayTakeWaId(deps, tx, message, news)
  if (!risen && !takesWaId && !news.fallback) return undefined
  const changed = {
    ...message,
    ...risen,
    ...(takesWaId && { waId: news.waId, remoteJid: news.remoteJid }),
    updatedAt: deps.clock.now(),
  }
  await deps.messages.save(tx, changed)
  return risen || news.fallback ? { ticket, message: changed } : undefined
}

/* The caller has claimed the event. */
async function applyAndAnnounce(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  { news, document }: { news: OutboundChanged; document: MessageDocument | undefined },
): Promise<void> {
  const changed = await apply(deps, tx, event, news)
  if (!changed) return
  const { ticket, message } = changed
  if (news.fallback && document) {
    const as = { kind: 'template' as const }
    await followDocument(deps, tx, changed, { as, document, now: deps.clock.now() })
    return
  }
  await deps.events.append(tx, [
    messageChanged(deps, messageSnapshot(message, document, ticket.contactId), ticket),
  ])
  await showOnTicket(deps, tx, ticket, message)
}

/* Outside of the transaction: documents may be in another store. */
async function findDocument(
  deps: MessageDeps,
  { companyId }: DeskEvent,
  news: OutboundChanged,
): Promise<MessageDocument | undefined> {
  const id = messageId(news.messageId)
  return (await deps.documents.get(companyId, [id])).get(id)
}

/* The template that left in place of the message's text; outside of the transaction, too. */
async function putFallback(
  deps: MessageDeps,
  { companyId }: DeskEvent,
  { messageId: id, fallback }: OutboundChanged,
): Promise<MessageDocument | undefined> {
  if (!fallback?.template) return undefined
  const { body, template } = fallback
  const change = becomeTemplate({ body: cleanText(body), template })
  return deps.documents.change(companyId, messageId(id), change)
}

/* A receipt that came after the gateway deleted its row: the message is known by WhatsApp's id. */
async function nameMessage(
  deps: MessageDeps,
  { companyId }: DeskEvent,
  news: OutboundChanged,
): Promise<OutboundChanged | undefined> {
  const found = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findSent(tx, companyId, connectionId(news.connectionId), news.waId),
  )
  return found && { ...news, messageId: found.id }
}

/**
 * Applies what became of a message we sent. The ack only rises; news about an unknown message waits 24 h for its row.
 * When it is the ticket's last message, the ticket shows the new ack too.
 */
export async function applyAck(deps: MessageDeps, event: DeskEvent, told: OutboundChanged): Promise<void> {
  const news = told.messageId === '' ? await nameMessage(deps, event, told) : told
  if (!news) return
  const document = (await putFallback(deps, event, news)) ?? (await findDocument(deps, event, news))
  await deps.db.withTenant(event.companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ACKS_GROUP, event.eventId))) return
    await applyAndAnnounce(deps, tx, event, { news, document })
  })
}

/** The same for a campaign's message, which a ticket shows or not; one that failed is held no longer. */
export async function applyCampaignAck(
  deps: MessageDeps,
  event: DeskEvent,
  news: OutboundChanged,
): Promise<void> {
  const { companyId } = event
  const document = await findDocument(deps, event, news)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ACKS_GROUP, event.eventId))) return
    const held = await deps.campaignMessages.lockHeld(tx, companyId, messageId(news.messageId))
    if (!held) return applyAndAnnounce(deps, tx, event, { news, document })
    const risen = raiseAck(held, news)
    if (risen?.ack === -1) await deps.campaignMessages.delete(tx, companyId, held.id)
    else if (risen) await deps.campaignMessages.saveAck(tx, { ...held, ...risen })
  })
}
