import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Every identity of a person or group in this service. */
export interface ErasedNames {
  /** `phone:…`, `lid:…`, `bsuid:…`, `group:…`: the aliases of conversations. */
  aliases: readonly string[]
  /** The chats of these identities. */
  remoteJids: readonly string[]
  /** The same identities as digits. */
  numbers: readonly string[]
}

/** Erases what the gateway stores of contacts and messages that tickets deleted. Every method is idempotent. */
export interface ErasureStore {
  /** The aliases, with all others of the same conversations. Locks nothing. */
  listAliases(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<string[]>
  /** Deleted ones included. */
  listConnectionIds(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]>
  /** Whether the company has a connection that is not deleted yet, or whose number is still to be unlinked. */
  hasSessions(tx: Tx, companyId: CompanyId): Promise<boolean>
  /** Object keys of files and pictures of these people. */
  listBlobKeys(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<string[]>
  /**
   * Deletes conversations, journal, waiting files, pictures, lookups, address book entries, Signal keys and events of
   * networks of these people; fails messages that are queued to them. Takes the locks of the aliases.
   */
  eraseContact(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<void>
  /** Empties the content of finished rows; deletes the copies kept for retry receipts. */
  emptyMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** As `emptyMessages`; also fails queued rows and clears their recipient. */
  forgetMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /**
   * Deletes conversations of these messages that have no inbound messages and no queued rows: a request that arrived
   * after its contact was erased created one again. Call it before `forgetMessages`.
   */
  deleteIdleConversations(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** Empties up to `most` finished rows, failed ones only after `failedBefore`. Of all companies. */
  emptyFinished(tx: Tx, failedBefore: Date, most: number): Promise<number>
}
