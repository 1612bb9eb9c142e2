import type { CompanyId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export interface ErasedMessages {
  companyId: CompanyId
  messageIds: readonly string[]
  /** Every id under which events named their contact. */
  contactIds: readonly number[]
}

export interface ErasedContacts {
  companyId: CompanyId
  contactIds: readonly number[]
}

/** Erased contacts and messages, and the feed rows about them. Every method is idempotent. */
export interface ErasureStore {
  /** Later rows about these contacts are written empty. */
  noteContacts(tx: Tx, erased: ErasedContacts, now: Date): Promise<void>
  noteMessages(tx: Tx, erased: ErasedMessages, now: Date): Promise<void>
  /** Empties the rows about these contacts; they keep their `seq`. */
  emptyRows(tx: Tx, erased: ErasedContacts): Promise<void>
  /** Rows about the contacts that contain one of the messages. */
  listRowsNaming(tx: Tx, erased: ErasedMessages): Promise<{ seq: number; event: DeskEvent }[]>
  rewrite(tx: Tx, companyId: CompanyId, row: { seq: number; event: DeskEvent }): Promise<void>
  /** Erasures stored after `since`. Needs the platform scope. */
  listNotedSince(tx: Tx, since: Date): Promise<{ contacts: ErasedContacts[]; messages: ErasedMessages[] }>
  /** Needs the platform scope. */
  forget(tx: Tx, before: { contacts: Date; messages: Date }): Promise<void>
}
