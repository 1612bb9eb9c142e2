import type { CompanyId, MessageId } from '@balcao/contracts'

import type { DocumentChange, MessageDocument } from './message-documents.port'

/** A document on its way from the service's database to the store beside it. */
export interface DocumentMove {
  companyId: CompanyId
  /** Of its content; the higher one is the newer. */
  revision: number
  document: MessageDocument
}

/** Documents that are waiting in the service's database to be moved. */
export interface DocumentMoves {
  /**
   * Claims documents that are a minute old, oldest first, at most `most`, of every company. Nobody else moves or removes them for two
   * minutes; they may be changed. Empty when there are none.
   */
  claimNext(most: number): Promise<DocumentMove[]>
  /** Deletes those of the documents that are still of the revision which was moved. */
  finish(moves: readonly DocumentMove[]): Promise<void>
}

/** The store beside the service's database: what was moved there. Conditions of `MessageDocuments` count here, too. */
export interface MovedDocuments {
  /** @throws {AppError} ERR_UNAVAILABLE while it is unreachable */
  assertReachable(): Promise<void>
  /**
   * Writes each document unless this revision of it, or a newer one, is there. Idempotent. Answers those that are there then, durably.
   * @throws {AppError} ERR_UNAVAILABLE while it is unreachable; some may be written, also later
   */
  write(moves: readonly DocumentMove[]): Promise<DocumentMove[]>
  get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>>
  change(companyId: CompanyId, id: MessageId, change: DocumentChange): Promise<MessageDocument | undefined>
  erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  unquote(companyId: CompanyId, ids: readonly MessageId[], quoted: readonly MessageId[]): Promise<void>
  remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
}
