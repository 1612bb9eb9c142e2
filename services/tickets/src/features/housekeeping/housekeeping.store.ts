import type { CompanyId, MessageId } from '@balcao/contracts'

export interface Erasure {
  companyId: CompanyId
  messageId: MessageId
  /** False when other messages may show the same object. */
  erasesMedia: boolean
}

/** What is left over and must go, of all companies. Every method is idempotent. */
export interface HousekeepingStore {
  /** Messages whose rows are gone and whose documents and media must follow; oldest first. */
  erasures(most: number): Promise<Erasure[]>
  /** Done: the documents and the wish for it go together. */
  finishErasures(erasures: readonly Erasure[]): Promise<void>
  /** Wishes erasure of documents older than `before` that never got a row. Answers how many. */
  findOrphans(before: Date, after: Date): Promise<number>
  /** Acks nobody came for, keys of sends nobody repeats. */
  forget(acksBefore: Date, sendsBefore: Date): Promise<void>
}
