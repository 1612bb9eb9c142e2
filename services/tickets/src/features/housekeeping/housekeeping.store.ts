import type { CompanyId, ContactId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface Erasure {
  companyId: CompanyId
  messageId: MessageId
  /** Whose conversation it was in; undefined for a document that never got a row. */
  contactId: ContactId | undefined
  /** False for a document that never got a row: its file is still the gateway's. */
  erasesMedia: boolean
  /** The message was deleted for everyone and is still shown as that; its ticket is there. */
  isShown: boolean
}

export interface ContactTraces {
  relatedIds: number[]
  isGone: boolean
}

/** What is left over and must go, of all companies. Every method is idempotent. */
export interface HousekeepingStore {
  /** Messages that were deleted and whose documents and media must follow; oldest first. */
  erasures(most: number): Promise<Erasure[]>
  /** Messages of a contact with an id above `after`, in the order of ids: what may quote an earlier one. */
  messagesAfter(
    companyId: CompanyId,
    contactId: ContactId,
    after: MessageId,
    most: number,
  ): Promise<MessageId[]>
  /** Other ids under which this contact was told, by merges, undone ones too; and whether it is gone. */
  contactTraces(companyId: CompanyId, contactId: ContactId): Promise<ContactTraces>
  /** Done: the wishes go, and with them any copy of the documents that stayed here when they got another home. */
  finishErasures(tx: Tx, companyId: CompanyId, erasures: readonly Erasure[]): Promise<void>
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
