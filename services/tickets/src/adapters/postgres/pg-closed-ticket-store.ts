import {
  messageId,
  ticketId as toTicketId,
  type CompanyId,
  type MessageId,
  type TicketId,
} from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, joinSql, query, rawSql, sql, type Sql } from '@balcao/platform'

import type {
  AskedTickets,
  ClosedMessage,
  ClosedTicket,
  ClosedTicketStore,
} from '../../features/retention/closed-ticket.store'
import { deleteWords } from './pg-closed-words-store'
import { queueErasuresUpTo } from './pg-erasures'
import { CLOSED_AT } from './ticket-table'

const doneUpTo: Record<AskedTickets['kind'], Sql> = {
  messages: rawSql('t.erased_seq'),
  media: rawSql('t.media_erased_seq'),
}

/* Conditions on `tickets t`. */
const isDue = ({ companyId, kind, period: { from, before } }: AskedTickets): Sql =>
  joinSql(
    [
      sql`t.company_id = ${companyId} AND t.status = 'closed' AND ${doneUpTo[kind]} < t.message_seq AND ${CLOSED_AT} < ${before}`,
      ...(from ? [sql`${CLOSED_AT} >= ${from}`] : []),
    ],
    ' AND ',
  )

const behind = (after: ClosedTicket | undefined): Sql =>
  after ? sql`AND (${CLOSED_AT}, t.id) > (${after.closedAt}, ${after.id}::bigint)` : sql``

async function lockDue(tx: Tx, asked: AskedTickets, id: TicketId): Promise<boolean> {
  const locked = await query(
    tx,
    sql`SELECT 1 FROM tickets t WHERE ${isDue(asked)} AND t.id = ${id} FOR NO KEY UPDATE`,
  )
  return locked.length > 0
}

export class PgClosedTicketStore implements ClosedTicketStore {
  /* Every `seq` above the erased ones has a row: a message that is deleted keeps its own. */
  async count(tx: Tx, asked: AskedTickets): Promise<{ tickets: number; messages: number }> {
    const [row] = await query<{ tickets: number; messages: number }>(
      tx,
      sql`SELECT count(*) AS tickets, coalesce(sum(t.message_seq - ${doneUpTo[asked.kind]}), 0)::bigint AS messages
        FROM tickets t WHERE ${isDue(asked)}`,
    )
    return { tickets: row?.tickets ?? 0, messages: row?.messages ?? 0 }
  }

  async countUpTo(tx: Tx, asked: AskedTickets, most: number): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM tickets t WHERE ${isDue(asked)} LIMIT ${most}::int) AS due`,
    )
    return row?.count ?? 0
  }

  async list(
    tx: Tx,
    asked: AskedTickets,
    after: ClosedTicket | undefined,
    most: number,
  ): Promise<ClosedTicket[]> {
    const rows = await query<{ id: number; closed_at: Date; message_seq: number; erased_seq: number }>(
      tx,
      sql`SELECT t.id, ${CLOSED_AT} AS closed_at, t.message_seq, ${doneUpTo[asked.kind]} AS erased_seq FROM tickets t
        WHERE ${isDue(asked)} ${behind(after)} ORDER BY ${CLOSED_AT}, t.id LIMIT ${most}::int`,
    )
    return rows.map((row) => ({
      id: toTicketId(row.id),
      closedAt: row.closed_at,
      messageSeq: row.message_seq,
      erasedSeq: row.erased_seq,
    }))
  }

  async listMessages(
    tx: Tx,
    companyId: CompanyId,
    tickets: readonly ClosedTicket[],
    most: number,
  ): Promise<ClosedMessage[]> {
    const rows = await query<{ id: string; ticket_id: number; seq: number; may_have_file: boolean }>(
      tx,
      sql`SELECT m.id, m.ticket_id, m.seq, m.kind <> 'chat' AND NOT m.deleted AS may_have_file
        FROM unnest(${tickets.map(({ id }) => id)}::bigint[], ${tickets.map(({ erasedSeq }) => erasedSeq)}::int[],
          ${tickets.map(({ messageSeq }) => messageSeq)}::int[]) AS t (id, done, last)
        JOIN messages m ON m.company_id = ${companyId} AND m.ticket_id = t.id AND m.seq > t.done AND m.seq <= t.last
        ORDER BY m.ticket_id, m.seq LIMIT ${most}::int`,
    )
    return rows.map((row) => ({
      id: messageId(row.id),
      ticketId: toTicketId(row.ticket_id),
      seq: row.seq,
      mayHaveFile: row.may_have_file,
    }))
  }

  async hasRoom(tx: Tx, companyId: CompanyId, most: number): Promise<boolean> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM (
        SELECT 1 FROM erasures WHERE company_id = ${companyId} LIMIT ${most}::int) AS waiting`,
    )
    return (row?.count ?? 0) < most
  }

  async eraseMessages(tx: Tx, asked: AskedTickets, id: TicketId, upTo: number): Promise<boolean> {
    if (!(await lockDue(tx, asked, id))) return false
    const { companyId } = asked
    await queueErasuresUpTo(tx, companyId, id, upTo)
    // All of them with the first batch: what is left of the ticket is erased next, and is found no longer.
    await deleteWords(tx, companyId, id)
    await execute(
      tx,
      sql`DELETE FROM messages WHERE company_id = ${companyId} AND ticket_id = ${id} AND seq <= ${upTo}`,
    )
    await execute(
      tx,
      sql`UPDATE tickets SET erased_seq = ${upTo}::int, media_erased_seq = greatest(media_erased_seq, ${upTo}::int),
          unread_messages = CASE WHEN message_seq > ${upTo}::int THEN unread_messages ELSE 0 END,
          last_message_id = NULL, last_message = '', last_message_kind = 'chat', last_message_from_me = false, last_message_ack = 0,
          last_message_at = NULL, last_message_user_id = NULL,
          last_received_id = NULL, last_received = '', last_received_kind = 'chat'
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
    return true
  }

  async markErased(
    tx: Tx,
    asked: AskedTickets,
    id: TicketId,
    { ids, now }: { ids: readonly MessageId[]; now: Date },
  ): Promise<{ marked: MessageId[]; isFirst: boolean } | undefined> {
    if (!(await lockDue(tx, asked, id))) return undefined
    const { companyId } = asked
    const earlier = await query(
      tx,
      sql`SELECT 1 FROM messages WHERE company_id = ${companyId} AND ticket_id = ${id} AND media_state = 'erased' LIMIT 1`,
    )
    const rows = await query<{ id: string }>(
      tx,
      sql`UPDATE messages SET media_state = 'erased', media_wait = NULL, updated_at = greatest(updated_at, ${now})
        WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) AND media_state <> 'erased' AND NOT deleted RETURNING id`,
    )
    return { marked: rows.map((row) => messageId(row.id)), isFirst: earlier.length === 0 }
  }

  async finishFiles(tx: Tx, companyId: CompanyId, id: TicketId, upTo: number): Promise<void> {
    await execute(
      tx,
      sql`UPDATE tickets SET media_erased_seq = greatest(media_erased_seq, ${upTo}::int)
        WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }
}
