import type { Tx } from '@balcao/kernel'

import { announceTicket, placeOf, type Ticket } from '../tickets'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageChanged } from './message-events'
import { messageSnapshot } from './message-snapshot'

type Deps = MessageDeps

/* What a list shows of a ticket is its newest message that is still there. */
async function showNewest(deps: Deps, tx: Tx, ticket: Ticket): Promise<void> {
  const newest = await deps.messages.newestShown(tx, ticket.companyId, ticket.id)
  const lastMessage = newest
    ? {
        id: newest.id,
        text: newest.preview,
        kind: newest.kind,
        fromMe: newest.fromMe,
        ack: newest.ack,
        at: newest.createdAt,
      }
    : null
  const shown = { ...ticket, lastMessage, version: ticket.version + 1 }
  await deps.tickets.save(tx, shown)
  await announceTicket(deps, tx, shown, placeOf(ticket))
}

/**
 * Marks a message of a locked ticket deleted, takes its words out of row and search, queues its document and file for
 * erasure, and appends the events. That it was there, from whom and when, stays.
 */
export async function retractMessage(
  deps: Deps,
  tx: Tx,
  ticket: Ticket,
  message: Message,
  document: MessageDocument | undefined,
  now: Date,
): Promise<Message> {
  const retracted = { ...message, deleted: true, preview: '', reactions: [], updatedAt: now }
  await deps.messages.save(tx, retracted)
  await deps.messages.wishErased(tx, ticket.companyId, ticket.contactId, message.id)
  await deps.messages.replaceWords(tx, ticket.companyId, message, [])
  await deps.events.append(tx, [
    messageChanged(deps, messageSnapshot(retracted, document, ticket.contactId), ticket),
  ])
  if (ticket.lastMessage?.id === message.id) await showNewest(deps, tx, ticket)
  return retracted
}
