import {
  ticketId,
  type CompanyId,
  type ConnectionId,
  type ContactId,
  type QueueId,
  type TicketConflict,
  type TicketId,
  type TicketStatus,
} from '@balcao/contracts'
import { connectionId as toConnectionId } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, violatedConstraint } from '@balcao/platform'

import type {
  PageWish,
  NewTicket,
  Ticket,
  TicketFilter,
  TicketPage,
  TicketStore,
} from '../../features/tickets/ticket.store'
import { eraseMessagesOf } from './pg-erasures'
import { ticketPage } from './pg-ticket-page'
import { SELECT_SNAPSHOTS, snapshotOfRow, ticketOf, type SnapshotRow, type TicketRow } from './pg-ticket-rows'

const MUTABLE = `contact_id = $3, connection_id = $4, status = $5, user_id = $6, queue_id = $7, unread_messages = $8,
  message_seq = $9, version = $10, last_message_id = $11, last_message = $12, last_message_kind = $13,
  last_message_from_me = $14, last_message_ack = $15, last_message_at = $16, chatbot = $17, use_integration = $18,
  prompt_id = $19, integration_id = $20, updated_at = $21, closed_at = $22`

const mutableValues = (ticket: Ticket): unknown[] => [
  ticket.companyId,
  ticket.id,
  ticket.contactId,
  ticket.connectionId,
  ticket.status,
  ticket.userId,
  ticket.queueId,
  ticket.unreadMessages,
  ticket.messageSeq,
  ticket.version,
  ticket.lastMessage?.id ?? null,
  ticket.lastMessage?.text ?? '',
  ticket.lastMessage?.kind ?? 'chat',
  ticket.lastMessage?.fromMe ?? false,
  ticket.lastMessage?.ack ?? 0,
  ticket.lastMessage?.at ?? null,
  ticket.chatbot,
  ticket.useIntegration,
  ticket.promptId,
  ticket.integrationId,
  ticket.updatedAt,
  ticket.closedAt,
]

interface ConflictRow {
  id: number
  uuid: string
  status: TicketStatus
  user_id: number | null
  user_name: string | null
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
}

const first = (rows: TicketRow[]): Ticket | undefined => (rows[0] ? ticketOf(rows[0]) : undefined)

export class PgTicketStore implements TicketStore {
  async byId(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined> {
    return first(
      await query<TicketRow>(tx, 'SELECT * FROM tickets WHERE company_id = $1 AND id = $2', [companyId, id]),
    )
  }

  async byUuid(tx: Tx, companyId: CompanyId, uuid: string): Promise<Ticket | undefined> {
    return first(
      await query<TicketRow>(tx, 'SELECT * FROM tickets WHERE company_id = $1 AND uuid = $2', [
        companyId,
        uuid,
      ]),
    )
  }

  async lockById(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined> {
    return first(
      await query<TicketRow>(
        tx,
        'SELECT * FROM tickets WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
        [companyId, id],
      ),
    )
  }

  async lockUnclosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined> {
    const sql = `SELECT * FROM tickets WHERE company_id = $1 AND contact_id = $2 AND connection_id = $3 AND status <> 'closed' FOR NO KEY UPDATE`
    return first(await query<TicketRow>(tx, sql, [companyId, contactId, connectionId]))
  }

  async lockLastClosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined> {
    const sql = `SELECT * FROM tickets WHERE company_id = $1 AND contact_id = $2 AND connection_id = $3 AND status = 'closed'
      ORDER BY updated_at DESC, id DESC LIMIT 1 FOR NO KEY UPDATE`
    return first(await query<TicketRow>(tx, sql, [companyId, contactId, connectionId]))
  }

  async lockUnclosedOf(
    tx: Tx,
    companyId: CompanyId,
    of: Parameters<TicketStore['lockUnclosedOf']>[2],
  ): Promise<Ticket[]> {
    const [column, id] =
      'queueId' in of
        ? ['queue_id', of.queueId]
        : 'userId' in of
          ? ['user_id', of.userId]
          : ['contact_id', of.contactId]
    const sql = `SELECT * FROM tickets WHERE company_id = $1 AND ${column} = $2 AND status <> 'closed' ORDER BY id FOR NO KEY UPDATE`
    return (await query<TicketRow>(tx, sql, [companyId, id])).map(ticketOf)
  }

  async lockAllOfContact(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<Ticket[]> {
    const sql = 'SELECT * FROM tickets WHERE company_id = $1 AND contact_id = $2 ORDER BY id FOR UPDATE'
    return (await query<TicketRow>(tx, sql, [companyId, contactId])).map(ticketOf)
  }

  async lockByIds(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<Ticket[]> {
    const sql =
      'SELECT * FROM tickets WHERE company_id = $1 AND id = ANY ($2::int[]) ORDER BY id FOR NO KEY UPDATE'
    return (await query<TicketRow>(tx, sql, [companyId, ids])).map(ticketOf)
  }

  async insert(tx: Tx, ticket: NewTicket): Promise<Ticket | undefined> {
    const sql = `INSERT INTO tickets (company_id, uuid, contact_id, connection_id, status, user_id, queue_id, is_group, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
      ON CONFLICT (company_id, contact_id, connection_id) WHERE status <> 'closed' DO NOTHING RETURNING *`
    const values = [
      ticket.companyId,
      ticket.uuid,
      ticket.contactId,
      ticket.connectionId,
      ticket.status,
      ticket.userId,
      ticket.queueId,
      ticket.isGroup,
      ticket.createdAt,
    ]
    return first(await query<TicketRow>(tx, sql, values))
  }

  async save(tx: Tx, ticket: Ticket, version: number): Promise<void> {
    const touched = await execute(
      tx,
      `UPDATE tickets SET ${MUTABLE} WHERE company_id = $1 AND id = $2 AND version = $23`,
      [...mutableValues(ticket), version],
    )
    if (touched === 0)
      throw new AppError('ERR_INTERNAL', { detail: `ticket ${ticket.id} is not at version ${version}` })
  }

  async saveIfFree(tx: Tx, ticket: Ticket, version: number): Promise<boolean> {
    await execute(tx, 'SAVEPOINT unclosed')
    try {
      await this.save(tx, ticket, version)
      await execute(tx, 'RELEASE SAVEPOINT unclosed')
      return true
    } catch (error) {
      if (violatedConstraint(error) !== 'tickets_one_unclosed') throw error
      await execute(tx, 'ROLLBACK TO SAVEPOINT unclosed')
      return false
    }
  }

  async delete(tx: Tx, companyId: CompanyId, id: TicketId): Promise<void> {
    await eraseMessagesOf(tx, companyId, [id])
    await execute(tx, 'DELETE FROM tickets WHERE company_id = $1 AND id = $2', [companyId, id])
  }

  async snapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly TicketId[],
  ): Promise<Map<TicketId, TicketSnapshot>> {
    const sql = `${SELECT_SNAPSHOTS} WHERE t.company_id = $1 AND t.id = ANY ($2::int[])`
    const rows = await query<SnapshotRow>(tx, sql, [companyId, ids])
    return new Map(rows.map((row) => [ticketId(row.id), snapshotOfRow(row)]))
  }

  page(tx: Tx, companyId: CompanyId, filter: TicketFilter, page: PageWish): Promise<TicketPage> {
    return ticketPage(tx, companyId, filter, page)
  }

  async conflict(tx: Tx, companyId: CompanyId, id: TicketId): Promise<TicketConflict> {
    const sql = `SELECT t.id, t.uuid, t.status, t.user_id, u.name AS user_name, t.queue_id, q.name AS queue_name, q.color AS queue_color
      FROM tickets t LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
      LEFT JOIN directory_users u ON u.company_id = t.company_id AND u.user_id = t.user_id
      WHERE t.company_id = $1 AND t.id = $2`
    const [row] = await query<ConflictRow>(tx, sql, [companyId, id])
    if (!row) throw new AppError('ERR_NO_TICKET_FOUND')
    return {
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
    }
  }

  async contact(tx: Tx, companyId: CompanyId, id: ContactId): Promise<{ isGroup: boolean } | undefined> {
    const [row] = await query<{ isGroup: boolean }>(
      tx,
      'SELECT is_group AS "isGroup" FROM contacts WHERE company_id = $1 AND id = $2',
      [companyId, id],
    )
    return row
  }

  async hasQueue(tx: Tx, companyId: CompanyId, id: QueueId): Promise<boolean> {
    // Locked against deletion until the transaction ends, so that no ticket is put into a queue that just went.
    return (
      (
        await query(tx, 'SELECT 1 FROM queues WHERE company_id = $1 AND id = $2 FOR KEY SHARE', [
          companyId,
          id,
        ])
      ).length > 0
    )
  }

  async lastConnectionOf(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
  ): Promise<ConnectionId | undefined> {
    const sql =
      'SELECT connection_id FROM tickets WHERE company_id = $1 AND contact_id = $2 ORDER BY updated_at DESC, id DESC LIMIT 1'
    const [row] = await query<{ connection_id: number }>(tx, sql, [companyId, contactId])
    return row && toConnectionId(row.connection_id)
  }
}
