import type { Clock, Database, Tx } from '@balcao/kernel'

import type { ErasedContacts, ErasedMessages, ErasureStore } from './erasure.store'
import { eraseMessagesFromEvent } from './erase-messages-from-event'

export interface ErasureDeps {
  db: Database
  clock: Clock
  erasures: ErasureStore
}

/** Erases the content of messages from the feed: rows that contained it now show deleted messages. */
export async function eraseMessages(deps: ErasureDeps, tx: Tx, erased: ErasedMessages): Promise<void> {
  const ids = new Set(erased.messageIds)
  for (const { seq, event } of await deps.erasures.listRowsNaming(tx, erased)) {
    const told = eraseMessagesFromEvent(event, ids)
    if (told !== event) await deps.erasures.rewrite(tx, erased.companyId, { seq, event: told })
  }
}

/** Empties the feed rows about these contacts, and stores that later rows about them are written empty. */
export async function eraseContacts(deps: ErasureDeps, tx: Tx, erased: ErasedContacts): Promise<void> {
  await deps.erasures.noteContacts(tx, erased, deps.clock.now())
  await deps.erasures.emptyRows(tx, erased)
}
