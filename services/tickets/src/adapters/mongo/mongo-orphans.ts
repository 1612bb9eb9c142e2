import { messageId, type CompanyId, type MessageId } from '@balcao/contracts'

import type { HousekeepingStore, OrphanFinder } from '../../features/housekeeping/housekeeping.store'
import type { MessageRecord } from './message.document'
import type { MongoConnection } from './mongo-connection'

const PAGE = 1_000
/* An hour's share: at most 200,000 documents are looked at in one run, the next one goes on from there. */
const MOST_PAGES = 200

/** The lowest UUIDv7 of a moment. */
export function firstIdAt(moment: Date): MessageId {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return messageId(`${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`)
}

/**
 * Documents in MongoDB that never got a row, by scanning ids, which are in order of time: no index but `_id`. Scans the
 * window in turns and begins anew at its end, so that a document written late under an old id is met as well.
 */
export class MongoOrphans implements OrphanFinder {
  private position: MessageId | undefined

  constructor(
    private readonly connection: MongoConnection,
    private readonly housekeeping: HousekeepingStore,
    private readonly page = PAGE,
  ) {}

  async findOrphans(before: Date, after: Date): Promise<number> {
    let found = 0
    const [first, end] = [firstIdAt(after), firstIdAt(before)]
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const from = this.position && this.position > first ? this.position : first
      const records = await this.read(from, end)
      const old = records.filter(({ writtenAt }) => writtenAt < before)
      found += await this.housekeeping.queueOrphanErasures(
        old.map(({ _id, companyId }) => ({ messageId: _id, companyId })),
      )
      this.position = records.length < this.page ? undefined : records.at(-1)?._id
      if (!this.position) return found
    }
    return found
  }

  private read(from: MessageId, end: MessageId): Promise<ScannedDocument[]> {
    return this.connection.use((messages) =>
      messages
        .find({ _id: { $gt: from, $lt: end } })
        .select({ companyId: 1, writtenAt: 1 })
        .sort({ _id: 1 })
        .limit(this.page)
        .lean<ScannedDocument[]>(),
    )
  }
}

type ScannedDocument = Pick<MessageRecord, 'writtenAt'> & { _id: MessageId; companyId: CompanyId }
