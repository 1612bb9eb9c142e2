import type { ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'
import type { OldRowsStore } from './old-rows.store'

export interface DeleteOldRowsDeps extends Pick<ServicePorts, 'db'> {
  oldRows: OldRowsStore
}

const BATCH = 1_000

/** Of each table in a run. What years before this release left takes days, beside the work of the desk. */
export const MOST_DELETED = 100_000

/**
 * Deletes old rows of all companies, a thousand at a time, each batch in a transaction of its own: a run that was killed leaves nothing
 * half done, and the next one begins at the oldest row again.
 * @returns how many rows were deleted.
 */
export async function deleteOldRows(
  { db, oldRows }: DeleteOldRowsDeps,
  signal: AbortSignal,
): Promise<{ received: number; sent: number }> {
  const received = await deleteAll({ db, deletePage: (tx, page) => oldRows.deleteReceived(tx, page) }, signal)
  const sent = await deleteAll({ db, deletePage: (tx, page) => oldRows.deleteSent(tx, page) }, signal)
  signals.oldRowsDeleted({ received, sent })
  return { received, sent }
}

interface PagedDeletion extends Pick<ServicePorts, 'db'> {
  deletePage: OldRowsStore['deleteReceived']
}

async function deleteAll({ db, deletePage }: PagedDeletion, signal: AbortSignal): Promise<number> {
  let total = 0
  for (let after: string | undefined, hasMore = true; hasMore && total < MOST_DELETED && !signal.aborted;) {
    const page = await db.asPlatform((tx) => deletePage(tx, { after, most: BATCH }))
    total += page.deleted
    after = page.last
    hasMore = page.hasMore
  }
  return total
}
