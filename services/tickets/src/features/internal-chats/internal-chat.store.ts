import type { ChatId, CompanyId, UserId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { InternalChat, InternalMessage } from './internal-chat'

export type { InternalChat, InternalMessage, Member, Person } from './internal-chat'

/** Internal chats of a company. Rows of another company are not found. */
export interface InternalChatStore {
  insert(tx: Tx, chat: Omit<InternalChat, 'id'>): Promise<InternalChat>
  find(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined>
  findByUuid(tx: Tx, companyId: CompanyId, uuid: string): Promise<InternalChat | undefined>
  /** As `find`, locked until the transaction ends. */
  lock(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined>
  /** The chats that the user is in, locked in the order of their ids. */
  lockByMember(tx: Tx, companyId: CompanyId, userId: UserId): Promise<InternalChat[]>
  /** Writes the chat and its members; lock it first. */
  save(tx: Tx, chat: InternalChat): Promise<void>
  /** With its messages. */
  delete(tx: Tx, companyId: CompanyId, id: ChatId): Promise<void>
  /** The chats that the user is in, the last used first; `search` is a part of the title, without accents and case. */
  page(
    tx: Tx,
    member: { companyId: CompanyId; userId: UserId },
    search: string,
    slice: Slice,
  ): Promise<Counted<InternalChat>>

  insertMessage(tx: Tx, message: InternalMessage): Promise<void>
  /** The message that this sender has sent to the chat with this id of its own. */
  findByClientId(
    tx: Tx,
    key: { companyId: CompanyId; chatId: ChatId; senderId: UserId; clientId: string },
  ): Promise<InternalMessage | undefined>
  /** Messages with a lower `seq` than `before`, newest first. */
  listMessages(
    tx: Tx,
    companyId: CompanyId,
    chatId: ChatId,
    which: { before: number; limit: number },
  ): Promise<InternalMessage[]>
}
