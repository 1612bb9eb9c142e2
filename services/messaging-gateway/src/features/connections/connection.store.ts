import type { CompanyId, ConnectionId, ConnectionProvider, PromptId, QueueId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

import type { Connection, ConnectionDraft, SessionCommand } from './connection'

export {
  readTokenEnd,
  type Connection,
  type ConnectionDraft,
  type Fallbacks,
  type SessionCommand,
} from './connection'

/** What a supervisor reads of every connection that has or should have a session. */
export interface SupervisedConnection {
  id: ConnectionId
  companyId: CompanyId
  provider: ConnectionProvider
  command: SessionCommand
  commandNumber: number
  /** Owner of its unexpired lease; undefined: free. */
  holder: string | undefined
}

/** One that is to be announced. */
export interface MarkedConnection {
  companyId: CompanyId
  id: ConnectionId
}

/** Connections of companies. Only the supervisor reads deleted ones, until their session has ended. */
export interface ConnectionStore {
  /** Serialises changes that count or choose per company (plan limit, the default) until the transaction ends. */
  lockCompany(tx: Tx, companyId: CompanyId): void
  /** By id. */
  list(tx: Tx, companyId: CompanyId): Promise<Connection[]>
  find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined>
  /** Locks the row. @throws {AppError} ERR_NO_WAPP_FOUND */
  lock(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection>
  /** @throws {AppError} ERR_WAPP_NAME_ALREADY_EXISTS */
  insert(tx: Tx, draft: ConnectionDraft, now: Date): Promise<Connection>
  /**
   * Updates everything but id, company and creation.
   * @param token replaces the send API's token; absent, it stays.
   * @throws {AppError} ERR_WAPP_NAME_ALREADY_EXISTS, ERR_VALIDATION for a token that another connection has
   */
  save(tx: Tx, connection: Connection, now: Date, token?: string): Promise<Connection>
  /** Hides the connection; its token is no longer accepted. */
  markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, now: Date): Promise<void>
  /** Deleted or not. */
  findSupervised(
    tx: Tx,
    companyId: CompanyId,
    id: ConnectionId,
  ): Promise<(Connection & { deleted: boolean }) | undefined>
  /** Needs a platform transaction: a supervisor serves every company. */
  listSupervised(tx: Tx): Promise<SupervisedConnection[]>
  /** Needs a platform transaction: the token identifies the company. */
  findByToken(tx: Tx, token: string): Promise<Connection | undefined>
  /** Connections that wait to be announced again. Needs a platform transaction. */
  listToAnnounce(tx: Tx, page: DuePage<ConnectionId>): Promise<MarkedConnection[]>
  /** The connection, locked and no longer marked; undefined when it is not marked or deleted. */
  takeToAnnounce(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined>
  /** Removes a deleted queue from the company's connections and answers those that had it. */
  dropQueue(tx: Tx, companyId: CompanyId, queueId: QueueId, now: Date): Promise<Connection[]>
  /** The same for a deleted prompt. */
  dropPrompt(tx: Tx, companyId: CompanyId, promptId: PromptId, now: Date): Promise<Connection[]>
}
