import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Connection, ConnectionDraft, SessionCommand } from './connection'

export { tokenEndOf, type Connection, type ConnectionDraft, type SessionCommand } from './connection'

/** What a supervisor needs to know of every connection that wants its attention. */
export interface SupervisedConnection {
  id: ConnectionId
  companyId: CompanyId
  provider: ConnectionProvider
  command: SessionCommand
  commandNumber: number
  /** Owner of its living lease; undefined: free. */
  holder: string | undefined
}

/** Connections of companies. Deleted ones are not there for anybody but the supervisor, until their session is gone. */
export interface ConnectionStore {
  /** Serialises what must be counted or chosen per company (plan limit, the one default). Until the transaction ends. */
  lockCompany(tx: Tx, companyId: CompanyId): Promise<void>
  /** By id. */
  list(tx: Tx, companyId: CompanyId): Promise<Connection[]>
  find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined>
  /** Locks the row. @throws {AppError} ERR_NO_WAPP_FOUND */
  lock(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection>
  /** @throws {AppError} ERR_WAPP_NAME_ALREADY_EXISTS */
  insert(tx: Tx, draft: ConnectionDraft, now: Date): Promise<Connection>
  /**
   * Everything but id, company and creation.
   * @param token replaces the send API's token; absent, it stays.
   * @throws {AppError} ERR_WAPP_NAME_ALREADY_EXISTS, ERR_VALIDATION for a token that is somebody's already
   */
  save(tx: Tx, connection: Connection, now: Date, token?: string): Promise<Connection>
  /** Hidden from now on; its token opens nothing. */
  markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, now: Date): Promise<void>
  /** The supervisor's look at the row, deleted or not. */
  findSupervised(
    tx: Tx,
    companyId: CompanyId,
    id: ConnectionId,
  ): Promise<(Connection & { deleted: boolean }) | undefined>
  /** Needs a platform transaction: a supervisor serves every company. */
  listSupervised(tx: Tx): Promise<SupervisedConnection[]>
  /** Needs a platform transaction: the token says which company is asking. */
  findByToken(tx: Tx, token: string): Promise<Connection | undefined>
  /** Takes a deleted queue out of the company's connections and answers those it was in. */
  dropQueue(tx: Tx, companyId: CompanyId, queueId: number, now: Date): Promise<Connection[]>
}
