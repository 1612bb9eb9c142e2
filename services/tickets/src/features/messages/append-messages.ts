import type { MessageId } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { wordsOf } from '../../words'
import { snapshotOf, withMessage, type OpenedTicket, type Ticket } from '../tickets'
import { risenAck } from './ack'
import { isOutbound, searchableText, type Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageAppended } from './message-events'
import { messageSnapshot } from './message-snapshot'

/** A message that knows everything but its place. Its document is durable already. */
export interface Draft {
  message: Omit<Message, 'companyId' | 'ticketId' | 'seq' | 'connectionId' | 'queueId'>
  document: MessageDocument
}

export interface Appended {
  ticket: Ticket
  messages: Message[]
  documents: Map<MessageId, MessageDocument>
}

type Deps = Pick<MessageDeps, 'tickets' | 'messages' | 'events' | 'ids' | 'clock'>

const placed = (ticket: Ticket, { message }: Draft): Message => ({
  ...message,
  companyId: ticket.companyId,
  ticketId: ticket.id,
  seq: ticket.messageSeq + 1,
  connectionId: ticket.connectionId,
  queueId: ticket.queueId ?? undefined,
})

/* News from the network that came before the row. */
async function withPendingAck(deps: Deps, tx: Tx, message: Message): Promise<Message> {
  if (!isOutbound(message)) return message
  const pending = await deps.messages.takePendingAck(tx, message.companyId, message.id)
  const risen = pending && risenAck(message, pending)
  if (!pending) return message
  return {
    ...message,
    ...risen,
    waId: pending.waId || undefined,
    remoteJid: pending.remoteJid || message.remoteJid,
  }
}

async function announce(
  deps: Deps,
  tx: Tx,
  appended: Appended,
  previous: OpenedTicket['previous'],
): Promise<TicketSnapshot> {
  const { ticket, messages, documents } = appended
  const snapshot = await snapshotOf(deps, tx, ticket.companyId, ticket.id)
  const events = messages.map((message) =>
    messageAppended(
      deps,
      messageSnapshot(message, documents.get(message.id), ticket.contactId),
      snapshot,
      previous,
    ),
  )
  await deps.events.append(tx, events)
  return snapshot
}

/**
 * Puts messages at the end of a locked ticket, in order, and appends their events. A message whose WhatsApp identity is
 * there already is left out, so that a repeat changes nothing.
 */
export async function appendMessages(
  deps: Deps,
  tx: Tx,
  opened: Pick<OpenedTicket, 'ticket' | 'previous'>,
  drafts: readonly Draft[],
  now: Date,
): Promise<Appended> {
  const appended: Appended = { ticket: opened.ticket, messages: [], documents: new Map() }
  for (const draft of drafts) {
    const message = await withPendingAck(deps, tx, placed(appended.ticket, draft))
    if (!(await deps.messages.insert(tx, message, wordsOf(searchableText(draft.document))))) continue
    appended.ticket = withMessage(appended.ticket, { ...message, at: message.createdAt }, now)
    appended.messages.push(message)
    appended.documents.set(message.id, draft.document)
  }
  if (appended.messages.length === 0) return appended
  await deps.tickets.save(tx, appended.ticket)
  await announce(deps, tx, appended, opened.previous)
  return appended
}
