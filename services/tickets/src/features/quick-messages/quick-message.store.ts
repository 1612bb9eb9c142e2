import type { CompanyId, QuickMessageId, QuickMessageSort, UserId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { QuickMessage } from './quick-message'

export type { QuickMessage }
export { shortcodeKey } from './quick-message'

/** Whose quick messages are read: the company's and the user's own. */
export interface QuickMessageReader {
  companyId: CompanyId
  userId: UserId
}

/** Quick messages of a company. Rows of another company are not found. */
export interface QuickMessageStore {
  /** @throws {AppError} ERR_QUICKMESSAGE_ALREADY_EXISTS */
  insert(tx: Tx, quickMessage: Omit<QuickMessage, 'id'>): Promise<QuickMessage>
  /** Not another user's own. */
  find(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined>
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined>
  /** Whoever's it is, locked until the transaction ends. */
  lockAny(tx: Tx, companyId: CompanyId, id: QuickMessageId): Promise<QuickMessage | undefined>
  /** @throws {AppError} ERR_QUICKMESSAGE_ALREADY_EXISTS */
  save(tx: Tx, quickMessage: QuickMessage): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: QuickMessageId): Promise<void>
  /** Everybody's. */
  listEvery(tx: Tx, companyId: CompanyId): Promise<QuickMessage[]>
  /** Active ones by shortcode, then id. At most `most`. */
  listActive(tx: Tx, reader: QuickMessageReader, most: number): Promise<QuickMessage[]>
  /** By shortcode unless sorted, then id; `search` is a part of shortcode or text, without accents and case. */
  page(
    tx: Tx,
    reader: QuickMessageReader,
    search: string,
    slice: Slice<QuickMessageSort>,
  ): Promise<Counted<QuickMessage>>
  /** Deletes what the user has for itself; returns what it was. */
  deleteOwn(tx: Tx, reader: QuickMessageReader): Promise<QuickMessage[]>
}
