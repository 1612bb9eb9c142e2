import { connectionId } from '@balcao/contracts'
import type { DeskEvent, MessageRevised } from '@balcao/contracts/wire'
import { cleanText, type Tx } from '@balcao/kernel'

import {
  messageChanged,
  messageSnapshot,
  previewOf,
  retractMessage,
  searchableText,
  type Message,
  type MessageDeps,
  type MessageDocument,
} from '../messages'
import { wordsOf } from '../../words'
import { announceTicket, placeOf, type Ticket } from '../tickets'
import { INBOUND_GROUP } from './receive-message'

const identityOf = (value: MessageRevised) => ({
  connectionId: connectionId(value.connectionId),
  remoteJid: value.remoteJid,
  participant: value.participant,
  fromMe: value.fromMe,
  waId: value.waId,
})

interface Edit {
  after: MessageDocument
  now: Date
}

async function applyEdit(
  deps: MessageDeps,
  tx: Tx,
  ticket: Ticket,
  message: Message,
  { after, now }: Edit,
): Promise<void> {
  const edited = { ...message, edited: true, preview: previewOf(after), updatedAt: now }
  await deps.messages.save(tx, edited)
  await deps.messages.replaceWords(tx, ticket.companyId, message, wordsOf(searchableText(after)))
  await deps.events.append(tx, [
    messageChanged(deps, messageSnapshot(edited, after, ticket.contactId), ticket),
  ])
  if (ticket.lastMessage?.id !== message.id) return
  const shown = {
    ...ticket,
    lastMessage: { ...ticket.lastMessage, text: edited.preview },
    version: ticket.version + 1,
  }
  await deps.tickets.save(tx, shown)
  await announceTicket(deps, tx, shown, placeOf(ticket))
}

/**
 * The customer edited or deleted a message. Only a message of that very chat and participant is touched; one that is not
 * there, or gone already, is ignored.
 */
export async function reviseMessage(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageRevised,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.byIdentity(tx, companyId, identityOf(value)),
  )
  if (!known || known.deleted) return
  const before = (await deps.documents.get(companyId, [known.id])).get(known.id)
  const body = cleanText(value.body)
  if (!value.deleted) await deps.documents.revise(companyId, known.id, body)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const ticket = await deps.tickets.lockById(tx, companyId, known.ticketId)
    const message = await deps.messages.byId(tx, companyId, known.id)
    if (!ticket || !message || message.deleted) return
    const now = deps.clock.now()
    if (value.deleted) await retractMessage(deps, tx, ticket, message, before, now)
    else if (before) await applyEdit(deps, tx, ticket, message, { after: { ...before, body }, now })
  })
}
