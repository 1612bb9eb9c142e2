import type { Tx } from '@balcao/kernel'

import type { LockedMessage } from './lock-message'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageChanged } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { hideOnTicket } from './show-on-ticket'

/**
 * Marks a message of a locked ticket deleted, takes its words out of row and search, queues its document and file for
 * erasure, and appends the events. The row stays, with its author and time.
 */
export async function retractMessage(
  deps: MessageDeps,
  tx: Tx,
  { ticket, message }: LockedMessage,
  { document, now }: { document: MessageDocument | undefined; now: Date },
): Promise<Message> {
  const retracted = { ...message, deleted: true, preview: '', reactions: [], updatedAt: now }
  await deps.messages.save(tx, retracted)
  await deps.messages.queueErasure(tx, ticket.companyId, ticket.contactId, message.id)
  await deps.messages.replaceWords(tx, ticket.companyId, message, [])
  await deps.events.append(tx, [
    messageChanged(deps, messageSnapshot(retracted, document, ticket.contactId), ticket),
  ])
  await hideOnTicket(deps, tx, ticket, message)
  return retracted
}
