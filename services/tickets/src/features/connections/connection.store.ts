import type { CompanyId, ConnectionId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Connection, ConnectionRules } from './connection'

export type { Connection, ConnectionRules }
export { noRules } from './connection'

/** The copy of the gateway's connections. Deleted ones keep their name, which old tickets show, and are not found. */
export interface ConnectionStore {
  /** By id; the default one first. */
  list(tx: Tx, companyId: CompanyId): Promise<Connection[]>
  find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined>
  /** Writes the connection unless the row has a newer `changedAt`. */
  upsert(tx: Tx, companyId: CompanyId, connection: Connection): Promise<void>
  /** The same for name and status alone. */
  updateStatus(
    tx: Tx,
    companyId: CompanyId,
    change: { id: ConnectionId; name: string; status: string; changedAt: Date },
  ): Promise<void>
  /** Final: no later `upsert` or `updateStatus` changes the row. */
  markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, deletedAt: Date): Promise<void>
  /** The connection that an administrator assigned to the user. */
  findAssignedId(tx: Tx, companyId: CompanyId, userId: UserId): Promise<ConnectionId | undefined>
}
