import { runEach, type ServicePorts, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { ROWS_KEPT_MS, UNDELIVERED_KEPT_MS } from './kept-times'
import type { OldRowsStore, SentPageAsked } from './old-rows.store'

export interface DeleteOldRowsDeps extends Pick<ServicePorts, 'db'> {
  oldRows: OldRowsStore
}

const BATCH = 1_000
const ALL = { most: BATCH, keptMs: ROWS_KEPT_MS, undeliveredKeptMs: UNDELIVERED_KEPT_MS }

/** Of each table in a run. What years before this release left takes days, beside the work of the desk. */
export const MOST_DELETED = 100_000

/**
 * Deletes old rows of all companies, a thousand at a time, each batch in a transaction of its own: a run that was killed leaves nothing
 * half done, and the next one begins at the oldest row again. A table that fails keeps the other one not waiting.
 * @throws {AggregateError} what failed, once the other table is done
 */
export async function deleteOldRows({ db, oldRows }: DeleteOldRowsDeps, signal: AbortSignal): Promise<void> {
  const items: readonly PagedDeletion[] = [
    { table: 'inbound_messages', db, deletePage: (tx, page) => oldRows.deleteReceived(tx, page) },
    { table: 'outbound', db, deletePage: (tx, page) => oldRows.deleteSent(tx, page) },
  ]
  await runEach({ items, run: (deletion) => deleteAll(deletion, signal) }, signal)
}

interface PagedDeletion extends Pick<ServicePorts, 'db'> {
  table: 'inbound_messages' | 'outbound'
  deletePage(tx: Tx, page: SentPageAsked): ReturnType<OldRowsStore['deleteSent']>
}

async function deleteAll({ table, db, deletePage }: PagedDeletion, signal: AbortSignal): Promise<void> {
  let total = 0
  for (let after: string | undefined, hasMore = true; hasMore && total < MOST_DELETED && !signal.aborted;) {
    const page = await db.asPlatform((tx) => deletePage(tx, { ...ALL, after }))
    total += page.deleted
    signals.oldRowsDeleted(table, page.deleted)
    after = page.last
    hasMore = page.hasMore
  }
  if (total > 0) signals.oldRowsGone(table, total)
}
