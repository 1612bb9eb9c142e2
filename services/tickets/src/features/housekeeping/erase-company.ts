import type { CompanyId } from '@balcao/contracts'
import { companyFolder, type BlobStore, type CompanyErasure } from '@balcao/kernel'

import type { MessageDocuments } from '../messages'
import type { HousekeepingStore, MessageCursor } from './housekeeping.store'

export interface EraseCompanyDeps {
  housekeeping: HousekeepingStore
  documents: MessageDocuments
  blobs: BlobStore
}

const BATCH = 1_000

async function removeDocuments(
  { housekeeping, documents }: EraseCompanyDeps,
  companyId: CompanyId,
  signal: AbortSignal,
): Promise<void> {
  for (let after: MessageCursor | undefined; !signal.aborted;) {
    const messages = await housekeeping.listCompanyMessages(companyId, after, BATCH)
    if (messages.length === 0) return
    await documents.remove(
      companyId,
      messages.map(({ id }) => id),
    )
    after = messages.at(-1)
  }
}

/** Documents while rows still name them, and the media of every service: it is all in the company's folder. */
export const ticketsCompanyErasure = (deps: EraseCompanyDeps): CompanyErasure => ({
  erase: async (companyId, signal) => {
    await removeDocuments(deps, companyId, signal)
    await deps.blobs.deleteFolder(companyFolder(companyId))
    return true
  },
})
