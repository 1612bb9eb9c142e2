import {
  companyId as toCompanyId,
  connectionId,
  messageId,
  queueId,
  ticketId as toTicketId,
  userId,
  type CompanyId,
  type ContactId,
  type ConnectionId,
  type MessageId,
  type TicketId,
} from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  Message,
  MessageRequest,
  MessageStore,
  PendingAck,
  ReadRow,
  WaIdentity,
} from '../../features/messages/message.store'
import { eraseMessage } from './pg-erasures'

interface MessageRow {
  id: string
  company_id: number
  ticket_id: number
  seq: number
  connection_id: number
  remote_jid: string
  participant: string
  from_me: boolean
  wa_id: string | null
  source: Message['source']
  kind: string
  preview: string
  ack: number
  failure: string
  read: boolean
  deleted: boolean
  edited: boolean
  marks: string[]
  media_state: Message['mediaState']
  reactions: Message['reactions']
  client_id: string | null
  user_id: number | null
  queue_id: number | null
  created_at: Date
  updated_at: Date
}

/* Without `words`: up to 120 of a message, which nobody reads. */
const ROW = `id, company_id, ticket_id, seq, connection_id, remote_jid, participant, from_me, wa_id, source, kind, preview, ack,
  failure, read, deleted, edited, marks, media_state, reactions, client_id, user_id, queue_id, created_at, updated_at`

const messageOf = (row: MessageRow): Message => ({
  id: messageId(row.id),
  companyId: toCompanyId(row.company_id),
  ticketId: toTicketId(row.ticket_id),
  seq: row.seq,
  connectionId: connectionId(row.connection_id),
  remoteJid: row.remote_jid,
  participant: row.participant,
  fromMe: row.from_me,
  waId: row.wa_id ?? undefined,
  source: row.source,
  kind: row.kind,
  preview: row.preview,
  ack: row.ack,
  failure: row.failure,
  read: row.read,
  deleted: row.deleted,
  edited: row.edited,
  marks: row.marks,
  mediaState: row.media_state,
  reactions: row.reactions,
  clientId: row.client_id ?? undefined,
  userId: row.user_id === null ? undefined : userId(row.user_id),
  queueId: row.queue_id === null ? undefined : queueId(row.queue_id),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const first = (rows: MessageRow[]): Message | undefined => (rows[0] ? messageOf(rows[0]) : undefined)

/* Words and row in one statement: the row decides whether the words are counted. Sorted, so that two transactions take
   index entries in one order. */
const INSERT = `WITH row AS (
    INSERT INTO messages (id, company_id, ticket_id, seq, connection_id, remote_jid, participant, from_me, wa_id, source, kind, preview,
      ack, failure, read, deleted, edited, client_id, user_id, queue_id, created_at, updated_at, words, marks, media_state)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, false, false, $16, $17, $18, $19, $20, $21, $22, $23)
    ON CONFLICT (company_id, connection_id, wa_id, remote_jid, participant, from_me) WHERE wa_id IS NOT NULL DO NOTHING
    RETURNING company_id, ticket_id),
  words AS (
    INSERT INTO ticket_words AS w (company_id, ticket_id, word, uses)
    SELECT row.company_id, row.ticket_id, new.word, 1 FROM row, unnest($21::text[]) AS new (word) ORDER BY new.word
    ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = w.uses + 1)
  SELECT 1 FROM row`

const insertValues = (message: Message, words: readonly string[]): unknown[] => [
  message.id,
  message.companyId,
  message.ticketId,
  message.seq,
  message.connectionId,
  message.remoteJid,
  message.participant,
  message.fromMe,
  message.waId ?? null,
  message.source,
  message.kind,
  message.preview,
  message.ack,
  message.failure,
  message.read,
  message.clientId ?? null,
  message.userId ?? null,
  message.queueId ?? null,
  message.createdAt,
  message.updatedAt,
  words,
  message.marks,
  message.mediaState,
]

export class PgMessageStore implements MessageStore {
  async insert(tx: Tx, message: Message, words: readonly string[]): Promise<boolean> {
    return (await query(tx, INSERT, insertValues(message, words))).length > 0
  }

  async byId(tx: Tx, companyId: CompanyId, id: MessageId): Promise<Message | undefined> {
    return first(
      await query<MessageRow>(tx, `SELECT ${ROW} FROM messages WHERE company_id = $1 AND id = $2`, [
        companyId,
        id,
      ]),
    )
  }

  async byIds(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<Message[]> {
    const rows = await query<MessageRow>(
      tx,
      `SELECT ${ROW} FROM messages WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
      [companyId, ids],
    )
    const byId = new Map(rows.map((row) => [messageId(row.id), messageOf(row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async byClientIds(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    clientIds: readonly string[],
  ): Promise<Message[]> {
    if (clientIds.length === 0) return []
    const sql = `SELECT ${ROW} FROM messages WHERE company_id = $1 AND ticket_id = $2 AND client_id = ANY ($3::uuid[]) ORDER BY seq`
    return (await query<MessageRow>(tx, sql, [companyId, ticketId, clientIds])).map(messageOf)
  }

  async byIdentity(tx: Tx, companyId: CompanyId, identity: WaIdentity): Promise<Message | undefined> {
    const sql = `SELECT ${ROW} FROM messages WHERE company_id = $1 AND connection_id = $2 AND wa_id = $3 AND remote_jid = $4 AND participant = $5 AND from_me = $6`
    const { connectionId: connection, waId, remoteJid, participant, fromMe } = identity
    return first(
      await query<MessageRow>(tx, sql, [companyId, connection, waId, remoteJid, participant, fromMe]),
    )
  }

  async quoted(
    tx: Tx,
    companyId: CompanyId,
    chat: { contactId: ContactId; connectionId: ConnectionId },
    waId: string,
  ): Promise<Message | undefined> {
    const sql = `SELECT m.* FROM messages m JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
      WHERE m.company_id = $1 AND m.connection_id = $2 AND m.wa_id = $3 AND t.contact_id = $4 ORDER BY m.created_at DESC LIMIT 1`
    return first(await query<MessageRow>(tx, sql, [companyId, chat.connectionId, waId, chat.contactId]))
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    before: number,
    size: number,
  ): Promise<Message[]> {
    const sql = `SELECT ${ROW} FROM messages WHERE company_id = $1 AND ticket_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4`
    return (await query<MessageRow>(tx, sql, [companyId, ticketId, before, size])).map(messageOf)
  }

  async save(tx: Tx, message: Message): Promise<void> {
    await execute(
      tx,
      `UPDATE messages SET ack = $3, failure = $4, wa_id = $5, remote_jid = $6, deleted = $7, edited = $8, preview = $9, updated_at = $10,
         kind = $11, media_state = $12, reactions = $13, marks = $14
       WHERE company_id = $1 AND id = $2`,
      [
        message.companyId,
        message.id,
        message.ack,
        message.failure,
        message.waId ?? null,
        message.remoteJid,
        message.deleted,
        message.edited,
        message.preview,
        message.updatedAt,
        message.kind,
        message.mediaState,
        JSON.stringify(message.reactions),
        message.marks,
      ],
    )
  }

  async markRead(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<ReadRow[]> {
    const sql = `UPDATE messages SET read = true WHERE company_id = $1 AND ticket_id = $2 AND NOT read
      RETURNING coalesce(wa_id, '') AS "waId", remote_jid AS "remoteJid", participant`
    return query<ReadRow & Record<string, unknown>>(tx, sql, [companyId, ticketId])
  }

  async newestShown(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Message | undefined> {
    const sql = `SELECT ${ROW} FROM messages WHERE company_id = $1 AND ticket_id = $2 AND NOT deleted ORDER BY seq DESC LIMIT 1`
    return first(await query<MessageRow>(tx, sql, [companyId, ticketId]))
  }

  async replaceWords(
    tx: Tx,
    companyId: CompanyId,
    { id, ticketId }: Pick<Message, 'id' | 'ticketId'>,
    words: readonly string[],
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO ticket_words AS w (company_id, ticket_id, word, uses)
       SELECT $1, $2, c.word, sum(c.uses) FROM (
         SELECT unnest(m.words) AS word, -1 AS uses FROM messages m WHERE m.company_id = $1 AND m.id = $3
         UNION ALL SELECT unnest($4::text[]), 1) c GROUP BY c.word ORDER BY c.word
       ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = w.uses + excluded.uses`,
      [companyId, ticketId, id, words],
    )
    await execute(tx, 'UPDATE messages SET words = $3 WHERE company_id = $1 AND id = $2', [
      companyId,
      id,
      words,
    ])
    await execute(tx, 'DELETE FROM ticket_words WHERE company_id = $1 AND ticket_id = $2 AND uses <= 0', [
      companyId,
      ticketId,
    ])
  }

  async keepPendingAck(
    tx: Tx,
    companyId: CompanyId,
    id: MessageId,
    ack: PendingAck,
    now: Date,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO pending_acks AS p (company_id, message_id, ack, failure, wa_id, remote_jid, received_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (company_id, message_id) DO UPDATE SET ack = excluded.ack, failure = excluded.failure, wa_id = excluded.wa_id, remote_jid = excluded.remote_jid
       WHERE excluded.ack > p.ack`,
      [companyId, id, ack.ack, ack.failure, ack.waId, ack.remoteJid, now],
    )
  }

  async noteRequest(tx: Tx, companyId: CompanyId, request: MessageRequest, now: Date): Promise<void> {
    await execute(
      tx,
      'INSERT INTO message_requests (company_id, id, message_id, kind, asked, requested_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [companyId, request.id, request.messageId, request.kind, request.asked, now],
    )
  }

  async requestById(tx: Tx, companyId: CompanyId, id: string): Promise<MessageRequest | undefined> {
    const sql = `SELECT id, message_id AS "messageId", kind, asked FROM message_requests WHERE company_id = $1 AND id = $2`
    return (await query<MessageRequest & Record<string, unknown>>(tx, sql, [companyId, id]))[0]
  }

  wishErased(tx: Tx, companyId: CompanyId, contactId: ContactId, id: MessageId): Promise<void> {
    return eraseMessage(tx, companyId, contactId, id)
  }

  async forgetRequest(tx: Tx, companyId: CompanyId, id: string): Promise<void> {
    await execute(tx, 'DELETE FROM message_requests WHERE company_id = $1 AND id = $2', [companyId, id])
  }

  async takePendingAck(tx: Tx, companyId: CompanyId, id: MessageId): Promise<PendingAck | undefined> {
    const sql = `DELETE FROM pending_acks WHERE company_id = $1 AND message_id = $2 RETURNING ack, failure, wa_id AS "waId", remote_jid AS "remoteJid"`
    const [row] = await query<PendingAck & Record<string, unknown>>(tx, sql, [companyId, id])
    return row
  }
}
