import type { CompanyId, TicketId, TicketLogAction, TicketLogView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { executeUnawaited, integerSql, query, rawSql, sql, type Sql } from '@balcao/platform'

import type { TicketLogEntry, TicketLogStore } from '../../features/tickets/ticket-log.store'

interface NamedRef {
  id: number
  name: string
}

interface LogRow extends Record<string, unknown> {
  id: number
  action: TicketLogAction
  doer: NamedRef | null
  from_user: NamedRef | null
  from_queue: NamedRef | null
  from_connection: NamedRef | null
  to_user: NamedRef | null
  to_queue: NamedRef | null
  to_connection: NamedRef | null
  created_at: Date
}

/* Of twenty rows: each name is a look-up by primary key. */
const named = (column: string, table: string, key: string): Sql =>
  rawSql(`CASE WHEN l.${column} IS NOT NULL THEN json_build_object('id', l.${column}, 'name', coalesce(
    (SELECT n.name FROM ${table} n WHERE n.company_id = l.company_id AND n.${key} = l.${column}), '')) END`)

const user = (column: string): Sql => named(column, 'directory_users', 'user_id')
const queue = (column: string): Sql => named(column, 'queues', 'id')
const connection = (column: string): Sql => named(column, 'connections', 'id')

/* A new ticket comes from no connection. */
const toView = (row: LogRow): TicketLogView => ({
  id: row.id,
  action: row.action,
  user: row.doer,
  from: row.from_connection && {
    user: row.from_user,
    queue: row.from_queue,
    whatsapp: row.from_connection,
  },
  to: { user: row.to_user, queue: row.to_queue, whatsapp: row.to_connection },
  createdAt: row.created_at.toISOString(),
})

export class PgTicketLogStore implements TicketLogStore {
  append(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { action, userId, from, to, now }: TicketLogEntry & { now: Date },
  ): void {
    executeUnawaited(
      tx,
      sql`INSERT INTO ticket_log (company_id, ticket_id, action, user_id, from_user_id, from_queue_id, from_connection_id,
          to_user_id, to_queue_id, to_connection_id, created_at)
        VALUES (${companyId}, ${ticketId}, ${action}, ${userId}, ${from?.userId ?? null}, ${from?.queueId ?? null},
          ${from?.connectionId ?? null}, ${to.userId}, ${to.queueId}, ${to.connectionId}, ${now})`,
    )
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { before, size }: { before: number | undefined; size: number },
  ): Promise<TicketLogView[]> {
    const rows = await query<LogRow>(
      tx,
      sql`SELECT l.id, l.action, l.created_at, ${user('user_id')} AS doer,
          ${user('from_user_id')} AS from_user, ${queue('from_queue_id')} AS from_queue,
          ${connection('from_connection_id')} AS from_connection, ${user('to_user_id')} AS to_user,
          ${queue('to_queue_id')} AS to_queue, ${connection('to_connection_id')} AS to_connection
        FROM ticket_log l WHERE l.company_id = ${companyId} AND l.ticket_id = ${ticketId}
          AND l.id < ${before ?? Number.MAX_SAFE_INTEGER}
        ORDER BY l.id DESC LIMIT ${integerSql(size)}`,
    )
    return rows.map(toView)
  }
}
