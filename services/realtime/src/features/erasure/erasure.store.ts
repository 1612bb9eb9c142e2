import type { CompanyId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export interface ErasedMessages {
  companyId: CompanyId
  messageIds: readonly string[]
  /** Every id under which their contact was told. */
  contactIds: readonly number[]
}

export interface ErasedContacts {
  companyId: CompanyId
  contactIds: readonly number[]
}

/** What must not stand in the feed any more, and the rows it stands in. Every method is idempotent. */
export interface ErasureStore {
  /** From now on rows about these contacts are written empty. */
  noteContacts(tx: Tx, erased: ErasedContacts, now: Date): Promise<void>
  noteMessages(tx: Tx, erased: ErasedMessages, now: Date): Promise<void>
  /** Rows about these contacts say nothing any more. They keep their places. */
  emptyRowsOf(tx: Tx, erased: ErasedContacts): Promise<void>
  /** Rows about the contacts that name one of the messages. */
  rowsNaming(tx: Tx, erased: ErasedMessages): Promise<{ seq: number; event: DeskEvent }[]>
  rewrite(tx: Tx, companyId: CompanyId, row: { seq: number; event: DeskEvent }): Promise<void>
  /** What was noted after `since`. Needs the platform scope. */
  notedSince(tx: Tx, since: Date): Promise<{ contacts: ErasedContacts[]; messages: ErasedMessages[] }>
  /** Needs the platform scope. */
  forget(tx: Tx, before: { contacts: Date; messages: Date }): Promise<void>
}
