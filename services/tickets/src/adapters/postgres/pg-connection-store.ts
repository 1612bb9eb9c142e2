import { connectionId, type CompanyId, type ConnectionId, type UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import { noRules, type Connection, type ConnectionStore } from '../../features/connections/connection.store'
import { connections } from './connection-table'

export class PgConnectionStore implements ConnectionStore {
  list(tx: Tx, companyId: CompanyId): Promise<Connection[]> {
    return connections.find(
      tx,
      sql`WHERE company_id = ${companyId} AND NOT deleted ORDER BY is_default DESC, id`,
    )
  }

  find(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined> {
    return connections.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} AND NOT deleted`)
  }

  async upsert(tx: Tx, companyId: CompanyId, connection: Connection): Promise<void> {
    await execute(
      tx,
      sql`${connections.insertion({ ...connection, companyId })}
        ON CONFLICT (company_id, id) DO UPDATE SET ${connections.excluded}
        WHERE connections.changed_at <= excluded.changed_at AND NOT connections.deleted`,
    )
  }

  async updateStatus(
    tx: Tx,
    companyId: CompanyId,
    { id, name, status, changedAt }: { id: ConnectionId; name: string; status: string; changedAt: Date },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE connections SET name = ${name}, status = ${status}, changed_at = ${changedAt}
        WHERE company_id = ${companyId} AND id = ${id} AND changed_at <= ${changedAt} AND NOT deleted`,
    )
  }

  async markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, deletedAt: Date): Promise<void> {
    // Inserted as deleted when the row is unknown, so that a late upsert changes nothing.
    const deleted = {
      id,
      name: '',
      status: 'DISCONNECTED',
      isDefault: false,
      queueIds: [],
      rules: noRules,
      changedAt: deletedAt,
    }
    await execute(
      tx,
      sql`${connections.insertion({ ...deleted, companyId }, { deleted: true })}
        ON CONFLICT (company_id, id) DO UPDATE SET deleted = true, is_default = false, status = 'DISCONNECTED'`,
    )
  }

  async findAssignedId(tx: Tx, companyId: CompanyId, userId: UserId): Promise<ConnectionId | undefined> {
    const [row] = await query<{ connection_id: number | null }>(
      tx,
      sql`SELECT connection_id FROM directory_users WHERE company_id = ${companyId} AND user_id = ${userId}`,
    )
    return row?.connection_id == null ? undefined : connectionId(row.connection_id)
  }
}
