import {
  messageId as toMessageId,
  noticeKinds,
  type CompanyId,
  type ContactId,
  type ConnectionId,
  type MessageId,
  type TicketId,
} from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, executeOneUnawaited, query, sql, TransactionConflict } from '@balcao/platform'

import type {
  Message,
  MessageRequest,
  MessageStore,
  PendingAck,
  ReadRow,
  WaIdentity,
} from '../../features/messages/message.store'
import { messages } from './message-table'
import { queueErasure } from './pg-erasures'
import { countHits, hasAllWords } from './pg-ticket-search'

export class PgMessageStore implements MessageStore {
  /* Words and row in one statement: the row decides whether the words are counted. Sorted, so that two transactions
     take index entries in one order. */
  insert(tx: Tx, message: Message, words: readonly string[]): void {
    executeOneUnawaited(
      tx,
      sql`row AS (
          ${messages.insertion(message, { words })}
          ON CONFLICT (company_id, connection_id, wa_id, remote_jid, participant, from_me) WHERE wa_id IS NOT NULL DO NOTHING
          RETURNING company_id, ticket_id),
        words AS (
          INSERT INTO ticket_words AS w (company_id, ticket_id, word, uses)
          SELECT row.company_id, row.ticket_id, new.word, 1 FROM row, unnest(${words}::text[]) AS new (word) ORDER BY new.word
          ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = w.uses + 1)`,
      'row',
      () => new TransactionConflict('a message of the same WhatsApp identity was written meanwhile'),
    )
  }

  find(tx: Tx, companyId: CompanyId, id: MessageId): Promise<Message | undefined> {
    return messages.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async listByIds(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<Message[]> {
    const found = await messages.find(tx, sql`WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`)
    const byId = new Map(found.map((message) => [message.id, message]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async listByClientIds(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    clientIds: readonly string[],
  ): Promise<Message[]> {
    if (clientIds.length === 0) return []
    return messages.find(
      tx,
      sql`WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND client_id = ANY (${clientIds}::uuid[]) ORDER BY seq`,
    )
  }

  findByIdentity(
    tx: Tx,
    companyId: CompanyId,
    identity: WaIdentity,
    otherJids: readonly string[] = [],
  ): Promise<Message | undefined> {
    const { connectionId, remoteJid, participant, fromMe, waId } = identity
    const ofChat =
      otherJids.length === 0
        ? sql`remote_jid = ${remoteJid}`
        : sql`remote_jid = ANY (${[remoteJid, ...otherJids]}::text[])`
    return messages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND wa_id = ${waId}
        AND ${ofChat} AND participant = ${participant} AND from_me = ${fromMe}`,
    )
  }

  findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<Message | undefined> {
    return messages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND wa_id = ${waId}
        AND from_me AND source <> 'phone' LIMIT 1`,
    )
  }

  async hasCallSince(tx: Tx, companyId: CompanyId, ticketId: TicketId, since: Date): Promise<boolean> {
    const found = await query(
      tx,
      sql`SELECT 1 FROM (SELECT kind, from_me, created_at FROM messages
          WHERE company_id = ${companyId} AND ticket_id = ${ticketId} ORDER BY seq DESC LIMIT 50) m
        WHERE kind = 'call_log' AND NOT from_me AND created_at > ${since} LIMIT 1`,
    )
    return found.length > 0
  }

  async findQuoted(
    tx: Tx,
    companyId: CompanyId,
    chat: { contactId: ContactId; connectionId: ConnectionId },
    waId: string,
  ): Promise<Message | undefined> {
    const [row] = await query(
      tx,
      sql`SELECT ${messages.columnsOf('m')} FROM messages m JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
        WHERE m.company_id = ${companyId} AND m.connection_id = ${chat.connectionId} AND m.wa_id = ${waId}
          AND t.contact_id = ${chat.contactId} ORDER BY m.created_at DESC LIMIT 1`,
    )
    return row && messages.read(row)
  }

  page(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { before, size }: { before: number; size: number },
  ): Promise<Message[]> {
    return messages.find(
      tx,
      sql`WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND seq < ${before} ORDER BY seq DESC LIMIT ${size}`,
    )
  }

  async listRanges(
    tx: Tx,
    companyId: CompanyId,
    ranges: readonly { ticketId: TicketId; first: number; last: number }[],
  ): Promise<Message[]> {
    const rows = await query(
      tx,
      sql`SELECT ${messages.columnsOf('m')} FROM unnest(${ranges.map(({ ticketId }) => ticketId)}::bigint[],
          ${ranges.map(({ first }) => first)}::int[], ${ranges.map(({ last }) => last)}::int[]) AS r (ticket_id, first, last)
        JOIN messages m ON m.company_id = ${companyId} AND m.ticket_id = r.ticket_id AND m.seq BETWEEN r.first AND r.last
        ORDER BY m.ticket_id DESC, m.seq DESC`,
    )
    return rows.map((row) => messages.read(row))
  }

  async search(
    tx: Tx,
    companyId: CompanyId,
    {
      ranges,
      words,
      most,
    }: {
      ranges: readonly { ticketId: TicketId; first: number; last: number }[]
      words: readonly string[]
      most: number
    },
  ): Promise<MessageId[]> {
    const rows = await query<{ id: string }>(
      tx,
      sql`SELECT s.id FROM unnest(${ranges.map(({ ticketId }) => ticketId)}::bigint[],
          ${ranges.map(({ first }) => first)}::int[], ${ranges.map(({ last }) => last)}::int[]) AS t (id, first, last)
        CROSS JOIN LATERAL (SELECT m.id, m.ticket_id, m.seq, m.words FROM messages m
          WHERE m.company_id = ${companyId}::int AND m.ticket_id = t.id AND m.seq BETWEEN t.first AND t.last AND NOT m.deleted) s
        CROSS JOIN LATERAL (${countHits(words)}) h
        WHERE h.hits = ${words.length}::int AND ${hasAllWords(companyId, words)}
        ORDER BY s.ticket_id DESC, s.seq DESC LIMIT ${most}::int`,
    )
    return rows.map(({ id }) => toMessageId(id))
  }

  async save(tx: Tx, message: Message): Promise<void> {
    await messages.update(tx, message, sql`WHERE company_id = ${message.companyId} AND id = ${message.id}`)
  }

  markRead(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<ReadRow[]> {
    return query<ReadRow & Record<string, unknown>>(
      tx,
      sql`UPDATE messages SET read = true WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND NOT read
        RETURNING coalesce(wa_id, '') AS "waId", remote_jid AS "remoteJid", participant`,
    )
  }

  async hasAnswer(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { seq, at }: { seq: number; at: Date },
  ): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM messages WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND seq > ${seq}
        AND from_me AND (user_id IS NOT NULL OR created_at > ${at}) LIMIT 1`,
    )
    return rows.length > 0
  }

  findNewestShown(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Message | undefined> {
    return messages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND NOT deleted
        AND kind <> ALL (${noticeKinds}::text[]) ORDER BY seq DESC LIMIT 1`,
    )
  }

  findNewestReceived(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Message | undefined> {
    return messages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND NOT deleted AND NOT from_me
        AND kind <> ALL (${noticeKinds}::text[]) ORDER BY seq DESC LIMIT 1`,
    )
  }

  async unpackWords(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<void> {
    await execute(tx, sql`SELECT unpack_words(${companyId}::int, ${ticketId}::bigint)`)
  }

  async replaceWords(
    tx: Tx,
    companyId: CompanyId,
    { id, ticketId }: Pick<Message, 'id' | 'ticketId'>,
    words: readonly string[],
  ): Promise<void> {
    await this.unpackWords(tx, companyId, ticketId)
    await execute(
      tx,
      sql`INSERT INTO ticket_words AS w (company_id, ticket_id, word, uses)
        SELECT ${companyId}::int, ${ticketId}::bigint, c.word, sum(c.uses) FROM (
          SELECT unnest(m.words) AS word, -1 AS uses FROM messages m WHERE m.company_id = ${companyId} AND m.id = ${id}
          UNION ALL SELECT unnest(${words}::text[]), 1) c GROUP BY c.word ORDER BY c.word
        ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = w.uses + excluded.uses`,
    )
    await execute(
      tx,
      sql`UPDATE messages SET words = ${words} WHERE company_id = ${companyId} AND id = ${id}`,
    )
    await execute(
      tx,
      sql`DELETE FROM ticket_words WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND uses <= 0`,
    )
  }

  async keepPendingAck(
    tx: Tx,
    companyId: CompanyId,
    id: MessageId,
    { ack, failure, waId, remoteJid, now }: PendingAck & { now: Date },
  ): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO pending_acks AS p (company_id, message_id, ack, failure, wa_id, remote_jid, received_at)
        VALUES (${companyId}, ${id}, ${ack}, ${failure}, ${waId}, ${remoteJid}, ${now})
        ON CONFLICT (company_id, message_id) DO UPDATE SET ack = excluded.ack, failure = excluded.failure, wa_id = excluded.wa_id, remote_jid = excluded.remote_jid
        WHERE excluded.ack > p.ack`,
    )
  }

  async noteRequest(tx: Tx, companyId: CompanyId, request: MessageRequest, now: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO message_requests (company_id, id, message_id, kind, asked, requested_at)
        VALUES (${companyId}, ${request.id}, ${request.messageId}, ${request.kind}, ${request.digest}, ${now})`,
    )
  }

  async findRequest(tx: Tx, companyId: CompanyId, id: string): Promise<MessageRequest | undefined> {
    const [request] = await query<MessageRequest & Record<string, unknown>>(
      tx,
      sql`SELECT id, message_id AS "messageId", kind, asked AS digest FROM message_requests WHERE company_id = ${companyId} AND id = ${id}`,
    )
    return request
  }

  queueErasure(tx: Tx, companyId: CompanyId, contactId: ContactId, id: MessageId): Promise<void> {
    return queueErasure(tx, companyId, contactId, id)
  }

  async forgetRequest(tx: Tx, companyId: CompanyId, id: string): Promise<void> {
    await execute(tx, sql`DELETE FROM message_requests WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async takePendingAck(tx: Tx, companyId: CompanyId, id: MessageId): Promise<PendingAck | undefined> {
    const [row] = await query<PendingAck & Record<string, unknown>>(
      tx,
      sql`DELETE FROM pending_acks WHERE company_id = ${companyId} AND message_id = ${id}
        RETURNING ack, failure, wa_id AS "waId", remote_jid AS "remoteJid"`,
    )
    return row
  }
}
