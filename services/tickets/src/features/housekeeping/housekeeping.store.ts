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
  /** Done: the wishes go, and with them any copy of the documents that stayed here when they got another home. */
  finishErasures(erasures: readonly Erasure[]): Promise<void>
  /** Wishes erasure of those of these messages that have no row. Answers how many. */
  wishOrphansErased(candidates: readonly Pick<Erasure, 'companyId' | 'messageId'>[]): Promise<number>
  /** Acks nobody came for, keys of sends nobody repeats. */
  forget(acksBefore: Date, sendsBefore: Date): Promise<void>
}

/** Looks through the home of the documents. */
export interface OrphanFinder {
  /** Wishes erasure of documents written between `after` and `before` that never got a row. Answers how many. */
  findOrphans(before: Date, after: Date): Promise<number>
}
