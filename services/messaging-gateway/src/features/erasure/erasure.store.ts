import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Everything that a person or group is called in this service. */
export interface ErasedNames {
  /** `phone:…`, `lid:…`, `group:…`: what conversations are known by. */
  aliases: readonly string[]
  /** The same as chats are addressed. */
  jids: readonly string[]
  /** The same as digits. */
  numbers: readonly string[]
}

/** What the gateway keeps of contacts and messages that were deleted at the desk. Every method is idempotent. */
export interface ErasureStore {
  /** The names with those that the company's conversations also know these people by. Locks nothing. */
  namesWith(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<string[]>
  /** Every connection the company has or had. */
  connections(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]>
  /** Object keys of files and pictures of these people. */
  blobKeys(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<string[]>
  /**
   * Conversations, journal, waiting files, pictures, look-ups, entries of the address book and keys of sessions with these
   * people go; what waits to be sent to them is given up. Takes the names' locks.
   */
  eraseContact(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<void>
  /** What was finished says nothing any more; copies for phones that ask again go. */
  emptyMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** The same, whether it was finished or not: what still waits is given up, and nothing says to whom it went. */
  forgetMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /**
   * Conversations of these messages in which nobody wrote and nothing waits: a request that came after its contact had gone
   * opened one again. Call it before the messages are forgotten.
   */
  dropIdle(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** Empties up to `most` rows that are finished: what failed before `failedBefore`, the rest at once. Of all companies. */
  emptyFinished(tx: Tx, failedBefore: Date, most: number): Promise<number>
}
