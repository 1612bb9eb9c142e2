import type { Clock, Database, Tx } from '@balcao/kernel'

import type { ErasedContacts, ErasedMessages, ErasureStore } from './erasure.store'
import { withoutMessages } from './without-messages'

export interface ErasureDeps {
  db: Database
  clock: Clock
  erasures: ErasureStore
}

/** The feed says nothing of these messages any more; the rows that told of them tell of deleted ones. */
export async function eraseMessages(deps: ErasureDeps, tx: Tx, erased: ErasedMessages): Promise<void> {
  const ids = new Set(erased.messageIds)
  for (const { seq, event } of await deps.erasures.rowsNaming(tx, erased)) {
    const told = withoutMessages(event, ids)
    if (told !== event) await deps.erasures.rewrite(tx, erased.companyId, { seq, event: told })
  }
}

/** The feed says nothing of these contacts any more, nor will it when an event about them comes late. */
export async function eraseContacts(deps: ErasureDeps, tx: Tx, erased: ErasedContacts): Promise<void> {
  await deps.erasures.noteContacts(tx, erased, deps.clock.now())
  await deps.erasures.emptyRowsOf(tx, erased)
}
