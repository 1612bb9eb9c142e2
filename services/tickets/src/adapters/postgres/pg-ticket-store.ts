import {
  connectionId as toConnectionId,
  ticketId,
  type CompanyId,
  type ConnectionId,
  type ContactId,
  type QueueId,
  type TicketConflict,
  type TicketId,
  type TicketScope,
  type TicketStatus,
} from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import {
  execute,
  executeOneUnawaited,
  joinSql,
  query,
  queryLast,
  rawSql,
  sql,
  TransactionConflict,
  violatedConstraint,
  type Sql,
} from '@balcao/platform'

import type {
  EarlierTicket,
  PageRequest,
  NewTicket,
  Ticket,
  TicketFilter,
  TicketPage,
  TicketStore,
} from '../../features/tickets/ticket.store'
import { identityRows, type Identity } from './identity-rows'
import { queueErasuresOfTickets } from './pg-erasures'
import { inScope } from './pg-ticket-conditions'
import { readTicketPage } from './pg-ticket-page'
import { mapTicketSnapshotRow, ticketSnapshots } from './pg-ticket-snapshots'
import { tickets } from './ticket-table'

interface ConflictRow extends Record<string, unknown> {
  id: number
  uuid: string
  status: TicketStatus
  user_id: number | null
  user_name: string | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
}

const mapConflictRow = (row: ConflictRow): TicketConflict => ({
  code: 'ERR_OTHER_OPEN_TICKET',
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  userId: row.user_id,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  queueId: row.queue_id,
  queue:
    row.queue_id === null
      ? null
      : { id: row.queue_id, name: row.queue_name ?? '', color: row.queue_color ?? '' },
})

const atVersion = ({ companyId, id }: Ticket, version: number): Sql =>
  sql`WHERE company_id = ${companyId} AND id = ${id} AND version = ${version}`

const notAtVersion = ({ id }: Ticket, version: number): AppError =>
  new AppError('ERR_INTERNAL', { detail: `ticket ${id} is not at version ${version}` })

/* Locked against deletion until the transaction ends, so that no ticket gets what was just deleted. */
async function hasRow(tx: Tx, table: Sql, companyId: CompanyId, id: number): Promise<boolean> {
  const found = await query(
    tx,
    sql`SELECT 1 FROM ${table} WHERE company_id = ${companyId} AND id = ${id} FOR KEY SHARE`,
  )
  return found.length > 0
}

export class PgTicketStore implements TicketStore {
  find(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined> {
    return tickets.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async findShown(tx: Tx, companyId: CompanyId, by: { id: TicketId } | { uuid: string }) {
    const key = 'id' in by ? sql`t.id = ${by.id}` : sql`t.uuid = ${by.uuid}`
    const [row] = await queryLast(tx, sql`${ticketSnapshots} WHERE t.company_id = ${companyId} AND ${key}`)
    return row && { ...tickets.read(row), snapshot: mapTicketSnapshotRow(row) }
  }

  lock(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined> {
    return tickets.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} FOR NO KEY UPDATE`)
  }

  lockUnclosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined> {
    return tickets.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND contact_id = ${contactId} AND connection_id = ${connectionId}
        AND status <> 'closed' FOR NO KEY UPDATE`,
    )
  }

  lockUnclosedOfPerson(
    tx: Tx,
    companyId: CompanyId,
    identities: readonly Identity[],
    connectionId: ConnectionId,
  ): Promise<Ticket[]> {
    return tickets.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND status <> 'closed'
        AND contact_id = ANY (ARRAY(SELECT i.contact_id FROM ${identityRows(identities)} AS wanted (kind, value)
          JOIN contact_identities i ON i.company_id = ${companyId} AND i.kind = wanted.kind AND i.value = wanted.value))
        ORDER BY id FOR NO KEY UPDATE`,
    )
  }

  lockLastClosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined> {
    return tickets.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND contact_id = ${contactId} AND connection_id = ${connectionId}
        AND status = 'closed' ORDER BY updated_at DESC, id DESC LIMIT 1 FOR NO KEY UPDATE`,
    )
  }

  lockEveryUnclosed(
    tx: Tx,
    companyId: CompanyId,
    of: Parameters<TicketStore['lockEveryUnclosed']>[2],
  ): Promise<Ticket[]> {
    const owned =
      'queueId' in of
        ? sql`queue_id = ${of.queueId}`
        : 'userId' in of
          ? sql`user_id = ${of.userId}`
          : sql`contact_id = ${of.contactId}`
    return tickets.find(
      tx,
      sql`WHERE company_id = ${companyId} AND ${owned} AND status <> 'closed' ORDER BY id FOR NO KEY UPDATE`,
    )
  }

  async countUnclosed(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    silentSince: Date,
  ): Promise<{ groups: number; silent: number }> {
    const [row] = await query<{ groups: number; silent: number }>(
      tx,
      sql`SELECT count(*) FILTER (WHERE t.is_group)::int AS groups,
          count(*) FILTER (WHERE NOT t.is_group AND (m.id IS NULL OR m.created_at < ${silentSince}))::int AS silent
        FROM tickets t LEFT JOIN messages m ON m.company_id = t.company_id AND m.id = t.last_received_id
        WHERE t.company_id = ${companyId} AND t.connection_id = ${connectionId} AND t.status <> 'closed'`,
    )
    return row ?? { groups: 0, silent: 0 }
  }

  lockMany(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<Ticket[]> {
    return tickets.find(
      tx,
      sql`WHERE company_id = ${companyId} AND id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    )
  }

  lockByContact(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<Ticket[]> {
    return tickets.find(
      tx,
      sql`WHERE company_id = ${companyId} AND contact_id = ${contactId} ORDER BY id FOR UPDATE`,
    )
  }

  async insert(tx: Tx, ticket: NewTicket): Promise<Ticket | undefined> {
    const oneUnclosed = sql`ON CONFLICT (company_id, contact_id, connection_id) WHERE status <> 'closed' DO NOTHING`
    try {
      return await tickets.insert(tx, ticket, oneUnclosed)
    } catch (cause) {
      // A contact is not locked when it is read: it may be merged into another one, or deleted, until its ticket is written.
      if (violatedConstraint(cause) !== 'tickets_company_id_contact_id_fkey') throw cause
      throw new TransactionConflict('the contact was merged or deleted meanwhile', { cause })
    }
  }

  save(tx: Tx, ticket: Ticket, version: number): void {
    const update = sql`UPDATE tickets SET ${tickets.assignments(ticket)} ${atVersion(ticket, version)} RETURNING id`
    executeOneUnawaited(tx, sql`saved AS (${update})`, 'saved', () => notAtVersion(ticket, version))
  }

  async saveIfFree(tx: Tx, ticket: Ticket, version: number): Promise<boolean> {
    await execute(tx, sql`SAVEPOINT unclosed`)
    try {
      const saved = await tickets.update(tx, ticket, atVersion(ticket, version))
      if (saved === 0) throw notAtVersion(ticket, version)
      await execute(tx, sql`RELEASE SAVEPOINT unclosed`)
      return true
    } catch (error) {
      if (violatedConstraint(error) !== 'tickets_one_unclosed') throw error
      await execute(tx, sql`ROLLBACK TO SAVEPOINT unclosed`)
      return false
    }
  }

  async delete(tx: Tx, companyId: CompanyId, id: TicketId): Promise<void> {
    await queueErasuresOfTickets(tx, companyId, [id])
    await execute(tx, sql`DELETE FROM tickets WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async findSnapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly TicketId[],
  ): Promise<Map<TicketId, TicketSnapshot>> {
    const rows = await query(
      tx,
      sql`${ticketSnapshots} WHERE t.company_id = ${companyId} AND t.id = ANY (${ids}::bigint[])`,
    )
    const snapshots = rows.map(mapTicketSnapshotRow)
    return new Map(snapshots.map((snapshot) => [ticketId(snapshot.id), snapshot]))
  }

  page(tx: Tx, companyId: CompanyId, filter: TicketFilter, page: PageRequest): Promise<TicketPage> {
    return readTicketPage(tx, companyId, filter, page)
  }

  async readConflict(tx: Tx, companyId: CompanyId, id: TicketId): Promise<TicketConflict> {
    const [row] = await query<ConflictRow>(
      tx,
      sql`SELECT t.id, t.uuid, t.status, t.user_id, u.name AS user_name, t.queue_id, q.name AS queue_name, q.color AS queue_color
        FROM tickets t LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
        LEFT JOIN directory_users u ON u.company_id = t.company_id AND u.user_id = t.user_id
        WHERE t.company_id = ${companyId} AND t.id = ${id}`,
    )
    if (!row) throw new AppError('ERR_NO_TICKET_FOUND')
    return mapConflictRow(row)
  }

  async findContact(tx: Tx, companyId: CompanyId, id: ContactId): Promise<{ isGroup: boolean } | undefined> {
    const [row] = await query<{ isGroup: boolean }>(
      tx,
      sql`SELECT is_group AS "isGroup" FROM contacts WHERE company_id = ${companyId} AND id = ${id}`,
    )
    return row
  }

  hasQueue(tx: Tx, companyId: CompanyId, id: QueueId): Promise<boolean> {
    return hasRow(tx, rawSql('queues'), companyId, id)
  }

  hasPrompt(tx: Tx, companyId: CompanyId, id: number): Promise<boolean> {
    return hasRow(tx, rawSql('prompts'), companyId, id)
  }

  hasIntegration(tx: Tx, companyId: CompanyId, id: number): Promise<boolean> {
    return hasRow(tx, rawSql('queue_integrations'), companyId, id)
  }

  listEarlier(
    tx: Tx,
    companyId: CompanyId,
    id: TicketId,
    { scope, from, most }: { scope: TicketScope; from?: TicketId | undefined; most: number },
  ): Promise<EarlierTicket[]> {
    const conditions = [
      sql`t.company_id = ${companyId} AND t.message_seq > t.erased_seq AND t.id < ${id}`,
      sql`t.contact_id = (SELECT contact_id FROM tickets WHERE company_id = ${companyId} AND id = ${id})`,
      ...(from === undefined ? [] : [sql`t.id <= ${from}`]),
      ...inScope(scope),
    ]
    return query<EarlierTicket & Record<string, unknown>>(
      tx,
      sql`SELECT t.id, t.message_seq AS "messageSeq", t.erased_seq AS "erasedSeq" FROM tickets t WHERE ${joinSql(conditions, ' AND ')}
        ORDER BY t.id DESC LIMIT ${most}::int`,
    )
  }

  async findLastConnection(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
  ): Promise<ConnectionId | undefined> {
    const [row] = await query<{ connection_id: number }>(
      tx,
      sql`SELECT connection_id FROM tickets WHERE company_id = ${companyId} AND contact_id = ${contactId}
        ORDER BY updated_at DESC, id DESC LIMIT 1`,
    )
    return row && toConnectionId(row.connection_id)
  }
}
