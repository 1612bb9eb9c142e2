import type { MessageSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { LockedMessage } from './lock-message'
import { nextUpdatedAt } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageChanged } from './message-events'
import { messageSnapshot } from './message-snapshot'
import type { StoredReaction } from './reaction'

/** Writes a message's reactions and announces it. Its ticket does not change. */
export async function saveReactions(
  deps: MessageDeps,
  tx: Tx,
  { ticket, message }: LockedMessage,
  { reactions, document }: { reactions: readonly StoredReaction[]; document: MessageDocument | undefined },
): Promise<MessageSnapshot> {
  const changed = { ...message, reactions, updatedAt: nextUpdatedAt(message, deps.clock.now()) }
  await deps.messages.save(tx, changed)
  const snapshot = messageSnapshot(changed, document, ticket.contactId)
  await deps.events.append(tx, [messageChanged(deps, snapshot, ticket)])
  return snapshot
}
