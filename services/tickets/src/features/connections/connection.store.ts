import type { CompanyId, ConnectionId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Connection } from './connection'

export type { Connection }

/** The copy of the gateway's connections. Deleted ones keep their name for old tickets and are found no more. */
export interface ConnectionStore {
  /** By id; the default one first. */
  all(tx: Tx, companyId: CompanyId): Promise<Connection[]>
  byId(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined>
  /** Writes what the gateway said, unless something newer is known. */
  keep(tx: Tx, companyId: CompanyId, connection: Connection): Promise<void>
  /** The same for what changes with its session. */
  keepStatus(
    tx: Tx,
    companyId: CompanyId,
    change: { id: ConnectionId; name: string; status: string; changedAt: Date },
  ): Promise<void>
  /** For good: what comes later of it, or late, changes nothing. */
  markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, deletedAt: Date): Promise<void>
  /** The connection an administrator gave to the user. */
  ownOf(tx: Tx, companyId: CompanyId, userId: UserId): Promise<ConnectionId | undefined>
}
