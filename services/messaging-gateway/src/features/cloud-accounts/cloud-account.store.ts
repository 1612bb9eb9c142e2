import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { CloudAccount, CloudNumber } from './cloud-account'

export type { CloudAccount, CloudNumber } from './cloud-account'

/** Credentials of the official API. Rows of another company are not found. */
export interface CloudAccountStore {
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<CloudAccount | undefined>
  /** Those of the company with the connection's business account, itself included. */
  listOfSameBusiness(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<CloudAccount[]>
  /** Inserts or replaces. @throws {AppError} ERR_CLOUD_NUMBER_TAKEN when another connection has the phone number id */
  save(tx: Tx, account: CloudAccount): Promise<void>
  /** What Meta said of the number; nothing where the connection has no account. */
  saveNumber(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    number: CloudNumber & { checkedAt: Date },
  ): Promise<void>
  delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
  /** Those of these phone number ids or business accounts. Needs a platform transaction: the ids identify the company. */
  listByMetaIds(tx: Tx, ids: readonly string[]): Promise<CloudAccount[]>
  /** Whether any connection has this verify token. Needs a platform transaction. */
  hasVerifyHash(tx: Tx, hash: string): Promise<boolean>
}
