import { DAY, MINUTE, type Job } from '@balcao/kernel'

import { eraseMessages, type ErasureDeps } from './erase-feed'

/* Longer than a transaction that was writing a row, and than the retries of an event. */
const LATE_MS = 10 * MINUTE
/* Longer than dead events are kept, which may still be replayed. */
const KEEP_CONTACTS_MS = 31 * DAY

/** Repeats recent erasures: rows of transactions that were open then were not visible. Reads all companies. */
export const eraseLateJob = (deps: ErasureDeps): Job => ({
  name: 'realtime.erase-late',
  everyMs: MINUTE,
  run: async (signal) => {
    const now = deps.clock.now().getTime()
    const since = new Date(now - LATE_MS)
    const { contacts, messages } = await deps.db.asPlatform((tx) => deps.erasures.listNotedSince(tx, since))
    for (const erased of contacts) {
      if (signal.aborted) return
      await deps.db.withTenant(erased.companyId, (tx) => deps.erasures.emptyRows(tx, erased))
    }
    for (const erased of messages) {
      if (signal.aborted) return
      await deps.db.withTenant(erased.companyId, (tx) => eraseMessages(deps, tx, erased))
    }
    const before = { contacts: new Date(now - KEEP_CONTACTS_MS), messages: since }
    await deps.db.asPlatform((tx) => deps.erasures.forget(tx, before))
  },
})
