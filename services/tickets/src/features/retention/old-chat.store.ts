import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What was written in internal chats before a time. Rows of another company are not found. */
export interface OldChatStore {
  /** Not above `most`. */
  countMessages(tx: Tx, companyId: CompanyId, before: Date, most: number): Promise<number>
  /**
   * Deletes the oldest messages, at most so many, with what lists show of them; who had not read them has fewer unread ones. Locks the chats.
   * @returns how many were deleted
   */
  eraseMessages(tx: Tx, companyId: CompanyId, before: Date, most: number): Promise<number>
}
