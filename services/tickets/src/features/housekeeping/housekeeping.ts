import { DAY, groupBy, type BlobStore, type Clock } from '@balcao/kernel'

import type { MessageDocuments } from '../messages'
import type { Erasure, HousekeepingStore, OrphanFinder } from './housekeeping.store'

export interface HousekeepingDeps {
  housekeeping: HousekeepingStore
  orphans: OrphanFinder
  documents: MessageDocuments
  blobs: BlobStore
  clock: Clock
}

const BATCH = 100
const MOST_BATCHES = 50

async function erase(deps: HousekeepingDeps, erasures: readonly Erasure[]): Promise<void> {
  for (const [companyId, ofCompany] of groupBy(erasures, (erasure) => erasure.companyId)) {
    const ids = ofCompany.map(({ messageId }) => messageId)
    const documents = await deps.documents.get(companyId, ids)
    for (const { messageId, erasesMedia } of ofCompany) {
      const media = documents.get(messageId)?.media
      if (media && erasesMedia) await deps.blobs.delete(media.key)
    }
    await deps.documents.erase(companyId, ids)
    await deps.documents.remove(companyId, ids)
  }
  await deps.housekeeping.finishErasures(erasures)
}

/** Erases documents and media of messages that were deleted. A kill in between leaves the rest for the next run. */
export async function eraseDeleted(deps: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES && !signal.aborted; batch += 1) {
    const erasures = await deps.housekeeping.erasures(BATCH)
    if (erasures.length === 0) return
    await erase(deps, erasures)
  }
}

/** Finds what crashes left behind: documents of a day ago without a row; acks of a day ago and send keys of 30 days ago go. */
export async function sweep(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  await deps.orphans.findOrphans(new Date(now - DAY), new Date(now - 8 * DAY))
  await deps.housekeeping.forget(new Date(now - DAY), new Date(now - 30 * DAY))
}
