import type { CompanyId, ContactId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface Erasure {
  companyId: CompanyId
  messageId: MessageId
  /** The contact of its conversation; undefined for a document that never got a row. */
  contactId: ContactId | undefined
  /** False for a document that never got a row: its file still belongs to the gateway. */
  erasesMedia: boolean
  /** The message was deleted for everyone and is still shown as deleted; its ticket exists. */
  isShown: boolean
}

export interface ForgetBefore {
  acksBefore: Date
  sendsBefore: Date
  campaignsBefore: Date
}

export interface ContactTraces {
  relatedIds: number[]
  isGone: boolean
}

/** A message with its place in the order of an index. */
export interface MessageCursor {
  id: MessageId
  ticketId: number
  seq: number
}

/** Erasures and leftovers of all companies. Every method is idempotent. */
export interface HousekeepingStore {
  /** Companies that have deleted messages whose documents and media must follow. */
  listCompaniesToErase(): Promise<CompanyId[]>
  /** The company's messages of these, by id. */
  listErasures(companyId: CompanyId, most: number): Promise<Erasure[]>
  /** Messages of a contact with an id above `after`, in the order of ids: what may quote an earlier one. */
  listMessagesAfter(
    companyId: CompanyId,
    contactId: ContactId,
    after: MessageId,
    most: number,
  ): Promise<MessageId[]>
  /** The company's messages behind `after`, by ticket and then as they came. */
  listCompanyMessages(
    companyId: CompanyId,
    after: MessageCursor | undefined,
    most: number,
  ): Promise<MessageCursor[]>
  /** Ids of contacts merged with this one, undone merges too; and whether it is deleted. */
  readContactTraces(companyId: CompanyId, contactId: ContactId): Promise<ContactTraces>
  /** Deletes the done erasures. */
  finishErasures(tx: Tx, companyId: CompanyId, erasures: readonly Erasure[]): Promise<void>
  /** Deletes waiting acks, keys of sends, and campaigns' messages that no ticket shows, when they are older. */
  forget(before: ForgetBefore): Promise<void>
}
