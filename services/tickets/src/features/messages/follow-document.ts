import type { MessageSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { splitWords } from '../../words'
import type { LockedMessage } from './lock-message'
import { nextUpdatedAt, buildPreview, buildSearchableText, type Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageChanged } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { showOnTicket } from './show-on-ticket'

export interface Changed {
  /** Fields of the row that do not come from the document. */
  as: Partial<Pick<Message, 'edited' | 'kind' | 'marks' | 'mediaState' | 'mediaWait'>>
  document: MessageDocument
  now: Date
}

/**
 * Makes the row, what it is found by and what its ticket's list shows follow the message's document, and appends the
 * events. The document is there already.
 */
export async function followDocument(
  deps: MessageDeps,
  tx: Tx,
  { ticket, message }: LockedMessage,
  { as, document, now }: Changed,
): Promise<MessageSnapshot> {
  const changed = {
    ...message,
    ...as,
    preview: buildPreview(document),
    updatedAt: nextUpdatedAt(message, now),
  }
  await deps.messages.save(tx, changed)
  await deps.messages.replaceWords(tx, ticket.companyId, message, splitWords(buildSearchableText(document)))
  const snapshot = messageSnapshot(changed, document, ticket.contactId)
  await deps.events.append(tx, [messageChanged(deps, snapshot, ticket)])
  await showOnTicket(deps, tx, ticket, changed)
  return snapshot
}
