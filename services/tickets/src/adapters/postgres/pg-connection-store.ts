import { connectionId, queueId, type CompanyId, type ConnectionId, type UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { Connection, ConnectionStore } from '../../features/connections/connection.store'

interface ConnectionRow {
  id: number
  name: string
  status: string
  is_default: boolean
  queue_ids: number[]
  changed_at: Date
}

const connectionOf = (row: ConnectionRow): Connection => ({
  id: connectionId(row.id),
  name: row.name,
  status: row.status,
  isDefault: row.is_default,
  queueIds: row.queue_ids.map(queueId),
  changedAt: row.changed_at,
})

export class PgConnectionStore implements ConnectionStore {
  async all(tx: Tx, companyId: CompanyId): Promise<Connection[]> {
    const sql = 'SELECT * FROM connections WHERE company_id = $1 AND NOT deleted ORDER BY is_default DESC, id'
    return (await query<ConnectionRow & Record<string, unknown>>(tx, sql, [companyId])).map(connectionOf)
  }

  async byId(tx: Tx, companyId: CompanyId, id: ConnectionId): Promise<Connection | undefined> {
    const sql = 'SELECT * FROM connections WHERE company_id = $1 AND id = $2 AND NOT deleted'
    const [row] = await query<ConnectionRow & Record<string, unknown>>(tx, sql, [companyId, id])
    return row && connectionOf(row)
  }

  async keep(
    tx: Tx,
    companyId: CompanyId,
    { id, name, status, isDefault, queueIds, changedAt }: Connection,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO connections AS c (company_id, id, name, status, is_default, queue_ids, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (company_id, id) DO UPDATE SET name = excluded.name, status = excluded.status, is_default = excluded.is_default,
         queue_ids = excluded.queue_ids, changed_at = excluded.changed_at
       WHERE c.changed_at <= excluded.changed_at AND NOT c.deleted`,
      [companyId, id, name, status, isDefault, queueIds, changedAt],
    )
  }

  async keepStatus(
    tx: Tx,
    companyId: CompanyId,
    { id, name, status, changedAt }: { id: ConnectionId; name: string; status: string; changedAt: Date },
  ): Promise<void> {
    const sql =
      'UPDATE connections SET name = $3, status = $4, changed_at = $5 WHERE company_id = $1 AND id = $2 AND changed_at <= $5 AND NOT deleted'
    await execute(tx, sql, [companyId, id, name, status, changedAt])
  }

  async markDeleted(tx: Tx, companyId: CompanyId, id: ConnectionId, deletedAt: Date): Promise<void> {
    // A row also for one that is not known: what comes late finds it deleted.
    await execute(
      tx,
      `INSERT INTO connections (company_id, id, name, status, is_default, queue_ids, deleted, changed_at)
       VALUES ($1, $2, '', 'DISCONNECTED', false, '{}', true, $3)
       ON CONFLICT (company_id, id) DO UPDATE SET deleted = true, is_default = false, status = 'DISCONNECTED'`,
      [companyId, id, deletedAt],
    )
  }

  async ownOf(tx: Tx, companyId: CompanyId, userId: UserId): Promise<ConnectionId | undefined> {
    const sql = 'SELECT connection_id FROM directory_users WHERE company_id = $1 AND user_id = $2'
    const [row] = await query<{ connection_id: number | null }>(tx, sql, [companyId, userId])
    return row?.connection_id == null ? undefined : connectionId(row.connection_id)
  }
}
