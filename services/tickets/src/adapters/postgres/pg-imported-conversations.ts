import { contactId, ticketId, type CompanyId, type ContactId, type TicketId } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type {
  ImportedContact,
  ImportedConversationStore,
  KnownWaId,
  NewImportedTicket,
  PlacedMessage,
  PlacedTicket,
} from '../../features/system-imports/imported-conversation.store'
import { listContactWords } from './contact-words'
import { queueErasuresOfTickets } from './pg-erasures'

const toJson = (rows: readonly object[]): string => JSON.stringify(rows)

const toContactRow = (contact: ImportedContact) => ({
  uuid: contact.uuid,
  name: contact.name,
  name_key: foldText(contact.name),
  number: contact.number,
  email: contact.email,
  is_group: contact.isGroup,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
  identities: contact.identities,
  extra: contact.extraInfo,
  words: listContactWords(contact),
})

const toTicketRow = ({ ticket, last, lastReceived }: NewImportedTicket, position: number) => ({
  position,
  uuid: ticket.uuid,
  contact_id: ticket.contactId,
  connection_id: ticket.connectionId,
  status: ticket.status,
  user_id: ticket.userId,
  queue_id: ticket.queueId,
  is_group: ticket.isGroup,
  message_seq: ticket.messages.length,
  last_id: last?.message.id,
  last_text: last?.preview ?? '',
  last_kind: last?.message.kind ?? 'chat',
  last_from_me: last?.message.fromMe ?? false,
  last_ack: last?.message.ack ?? 0,
  last_at: last?.message.createdAt,
  received_id: lastReceived?.message.id,
  received_text: lastReceived?.preview ?? '',
  received_kind: lastReceived?.message.kind ?? 'chat',
  created_at: ticket.createdAt,
  updated_at: ticket.updatedAt,
})

const toRelatedRow = (ticket: PlacedTicket) => ({
  id: ticket.id,
  contact_id: ticket.contactId,
  connection_id: ticket.connectionId,
  status: ticket.status,
  user_id: ticket.userId,
  queue_id: ticket.queueId,
  answered_at: ticket.messages.find(({ fromMe }) => fromMe)?.createdAt,
  created_at: ticket.createdAt,
  updated_at: ticket.updatedAt,
  tags: [...ticket.tagIds, ...ticket.contactTags.map(({ tagId }) => tagId)],
  ratings: ticket.ratings.map(({ rate, userId, createdAt }) => ({
    rate,
    user_id: userId,
    created_at: createdAt,
  })),
  notes: ticket.notes.map(({ note, userId, createdAt }) => ({
    note,
    user_id: userId,
    created_at: createdAt,
  })),
})

const toMessageRow = ({ ticket, seq, message, preview, words }: PlacedMessage) => ({
  id: message.id,
  ticket_id: ticket.id,
  seq,
  connection_id: ticket.connectionId,
  remote_jid: message.remoteJid,
  participant: message.participant,
  from_me: message.fromMe,
  wa_id: message.waId,
  kind: message.kind,
  preview,
  words,
  ack: message.ack,
  deleted: message.deleted,
  edited: message.edited,
  media_state: message.isFileGone ? 'gone' : '',
  user_id: message.fromMe ? ticket.userId : undefined,
  queue_id: ticket.queueId,
  created_at: message.createdAt,
})

/* By ticket and word, so that two transactions take index entries in one order. */
function countWords(messages: readonly PlacedMessage[]): { ids: number[]; words: string[]; uses: number[] } {
  const counts = new Map<number, Map<string, number>>()
  for (const { ticket, words } of messages) {
    const ofTicket = counts.get(ticket.id) ?? new Map<string, number>()
    counts.set(ticket.id, ofTicket)
    for (const word of words) ofTicket.set(word, (ofTicket.get(word) ?? 0) + 1)
  }
  const rows = [...counts].flatMap(([id, ofTicket]) =>
    [...ofTicket]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([word, uses]) => ({ id, word, uses })),
  )
  return {
    ids: rows.map(({ id }) => id),
    words: rows.map(({ word }) => word),
    uses: rows.map(({ uses }) => uses),
  }
}

export class PgImportedConversations implements ImportedConversationStore {
  async insertContacts(
    tx: Tx,
    companyId: CompanyId,
    contacts: readonly ImportedContact[],
  ): Promise<Map<string, ContactId>> {
    if (contacts.length === 0) return new Map()
    const rows = await query<{ id: number; uuid: string }>(
      tx,
      sql`INSERT INTO contacts (uuid, company_id, name, name_key, named_by, number, email, picture_key, is_group, created_at, updated_at)
        SELECT r.uuid, ${companyId}::int, r.name, r.name_key, 'person', r.number, r.email, '', r.is_group, r.created_at, r.updated_at
        FROM json_to_recordset(${toJson(contacts.map(toContactRow))}::json) AS r (uuid uuid, name text, name_key text, number text, email text,
          is_group boolean, created_at timestamptz, updated_at timestamptz)
        RETURNING id, uuid`,
    )
    const ids = new Map(rows.map(({ id, uuid }) => [uuid, contactId(id)]))
    const placed = contacts.map((contact) => ({ ...toContactRow(contact), id: ids.get(contact.uuid) }))
    await execute(
      tx,
      sql`WITH rows AS (SELECT * FROM json_to_recordset(${toJson(placed)}::json) AS r (id bigint, identities json, extra json, words json)),
        identities AS (INSERT INTO contact_identities (company_id, kind, value, contact_id)
          SELECT ${companyId}::int, i.kind, i.value, r.id FROM rows r, json_to_recordset(r.identities) AS i (kind text, value text)
          ORDER BY i.kind, i.value),
        extra AS (INSERT INTO contact_extra_info (company_id, contact_id, name, value)
          SELECT ${companyId}::int, r.id, e.name, e.value FROM rows r, json_to_recordset(r.extra) AS e (name text, value text))
        INSERT INTO contact_words (company_id, contact_id, word)
        SELECT ${companyId}::int, r.id, w.word FROM rows r, json_array_elements_text(r.words) AS w (word)`,
    )
    return ids
  }

  async listUnclosed(tx: Tx, companyId: CompanyId, contactIds: readonly ContactId[]): Promise<Set<string>> {
    const rows = await query<{ key: string }>(
      tx,
      sql`SELECT contact_id || ':' || connection_id AS key FROM tickets
        WHERE company_id = ${companyId} AND contact_id = ANY (${contactIds}::bigint[]) AND status <> 'closed'`,
    )
    return new Set(rows.map(({ key }) => key))
  }

  listKnownWaIds(tx: Tx, companyId: CompanyId, waIds: readonly string[]): Promise<KnownWaId[]> {
    return query<KnownWaId & Record<string, unknown>>(
      tx,
      sql`SELECT m.wa_id AS "waId", m.connection_id AS "connectionId", m.from_me AS "fromMe",
          EXISTS (SELECT 1 FROM system_import_rows r WHERE r.company_id = m.company_id AND r.kind = 'ticket'
            AND r.our_id = m.ticket_id AND r.outcome = 'made') AS "isImported"
        FROM connections c JOIN messages m ON m.company_id = c.company_id AND m.connection_id = c.id AND m.wa_id = ANY (${waIds}::text[])
        WHERE c.company_id = ${companyId}`,
    )
  }

  async insertTickets(
    tx: Tx,
    companyId: CompanyId,
    tickets: readonly NewImportedTicket[],
  ): Promise<PlacedTicket[]> {
    if (tickets.length === 0) return []
    const rows = await query<{ id: number; uuid: string }>(
      tx,
      sql`INSERT INTO tickets (uuid, company_id, contact_id, connection_id, status, user_id, queue_id, is_group, unread_messages, message_seq, version,
          last_message_id, last_message, last_message_kind, last_message_from_me, last_message_ack, last_message_user_id, last_message_at,
          last_received_id, last_received, last_received_kind, created_at, updated_at, closed_at, pending_at)
        SELECT r.uuid, ${companyId}::int, r.contact_id, r.connection_id, r.status, r.user_id, r.queue_id, r.is_group, 0, r.message_seq, 1,
          r.last_id, r.last_text, r.last_kind, r.last_from_me, r.last_ack, CASE WHEN r.last_from_me THEN r.user_id END, r.last_at,
          r.received_id, r.received_text, r.received_kind, r.created_at, r.updated_at,
          CASE WHEN r.status = 'closed' THEN r.updated_at END, CASE WHEN r.status = 'pending' THEN r.updated_at END
        FROM json_to_recordset(${toJson(tickets.map(toTicketRow))}::json) AS r (position int, uuid uuid, contact_id bigint, connection_id int,
          status text, user_id int, queue_id int, is_group boolean, message_seq int, last_id uuid, last_text text, last_kind text,
          last_from_me boolean, last_ack smallint, last_at timestamptz, received_id uuid, received_text text, received_kind text,
          created_at timestamptz, updated_at timestamptz)
        ORDER BY r.position RETURNING id, uuid`,
    )
    const ids = new Map(rows.map(({ id, uuid }) => [uuid, ticketId(id)]))
    const placed = tickets.flatMap(({ ticket }) => {
      const id = ids.get(ticket.uuid)
      return id === undefined ? [] : [{ ...ticket, id }]
    })
    await this.insertRelated(tx, companyId, placed)
    return placed
  }

  /* A ticket that waits without a queue has no `queued_at`: the connection's rule would move it at once, and greet. */
  private async insertRelated(tx: Tx, companyId: CompanyId, tickets: readonly PlacedTicket[]): Promise<void> {
    await execute(
      tx,
      sql`WITH rows AS (SELECT * FROM json_to_recordset(${toJson(tickets.map(toRelatedRow))}::json) AS r (id bigint, contact_id bigint,
            connection_id int, status text, user_id int, queue_id int, answered_at timestamptz, created_at timestamptz,
            updated_at timestamptz, tags json, notes json, ratings json)),
        tags AS (INSERT INTO ticket_tags (company_id, ticket_id, tag_id)
          SELECT DISTINCT ${companyId}::int, r.id, t.id::int FROM rows r, json_array_elements_text(r.tags) AS t (id)),
        notes AS (INSERT INTO ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at)
          SELECT ${companyId}::int, r.id, r.contact_id, n.user_id, n.note, n.created_at
          FROM rows r, json_to_recordset(r.notes) AS n (user_id int, note text, created_at timestamptz) ORDER BY n.created_at),
        ratings AS (INSERT INTO user_ratings (company_id, ticket_id, user_id, rate, created_at)
          SELECT ${companyId}::int, r.id, g.user_id, g.rate, g.created_at
          FROM rows r, json_to_recordset(r.ratings) AS g (user_id int, rate smallint, created_at timestamptz) ORDER BY g.created_at),
        log AS (INSERT INTO ticket_log (company_id, ticket_id, action, user_id, to_user_id, to_queue_id, to_connection_id, created_at)
          SELECT ${companyId}::int, r.id, l.action, l.by, l.to_user, r.queue_id, r.connection_id, l.at
          FROM rows r, LATERAL (VALUES (1, 'created', NULL::int, NULL::int, r.created_at),
            (2, 'resolved', r.user_id, r.user_id, r.updated_at)) AS l (nth, action, by, to_user, at)
          WHERE l.nth = 1 OR r.status = 'closed' ORDER BY r.id, l.nth)
        INSERT INTO ticket_trackings (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, answered_at, finished_at, rated)
        SELECT ${companyId}::int, r.id, r.connection_id, r.queue_id, r.user_id,
          CASE WHEN r.status <> 'pending' OR r.queue_id IS NOT NULL THEN r.created_at END, r.answered_at,
          CASE WHEN r.status = 'closed' THEN r.updated_at END, json_array_length(r.ratings) > 0 FROM rows r`,
    )
  }

  /* 'service': no timer takes an old message for the last word of an agent. */
  async insertMessages(tx: Tx, companyId: CompanyId, messages: readonly PlacedMessage[]): Promise<void> {
    const { ids, words, uses } = countWords(messages)
    await execute(
      tx,
      sql`WITH words AS (INSERT INTO ticket_words AS w (company_id, ticket_id, word, uses)
          SELECT ${companyId}::int, n.ticket_id, n.word, n.uses FROM unnest(${ids}::bigint[], ${words}::text[], ${uses}::int[]) AS n (ticket_id, word, uses)
          ON CONFLICT (company_id, ticket_id, word) DO UPDATE SET uses = w.uses + excluded.uses)
        INSERT INTO messages (id, company_id, ticket_id, seq, connection_id, remote_jid, participant, from_me, wa_id, source, kind, preview,
          words, ack, failure, read, deleted, edited, media_state, user_id, queue_id, created_at, updated_at)
        SELECT r.id, ${companyId}::int, r.ticket_id, r.seq, r.connection_id, r.remote_jid, r.participant, r.from_me, r.wa_id,
          CASE WHEN r.from_me THEN 'service' ELSE 'customer' END, r.kind, r.preview, r.words, r.ack,
          CASE WHEN r.ack = -1 THEN 'ERR_SENDING_WAPP_MSG' ELSE '' END, true, r.deleted, r.edited,
          r.media_state, r.user_id, r.queue_id, r.created_at, r.created_at
        FROM json_to_recordset(${toJson(messages.map(toMessageRow))}::json) AS r (id uuid, ticket_id bigint, seq int, connection_id int,
          remote_jid text, participant text, from_me boolean, wa_id text, kind text, preview text, words text[], ack smallint,
          deleted boolean, edited boolean, media_state text, user_id int, queue_id int, created_at timestamptz)`,
    )
  }

  async countStored(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly number[],
  ): Promise<{ tickets: number; messages: number }> {
    const [row] = await query<{ tickets: number; messages: number }>(
      tx,
      sql`SELECT (SELECT count(*) FROM tickets WHERE company_id = ${companyId} AND id = ANY (${ids}::bigint[]))::int AS tickets,
        (SELECT count(*) FROM messages WHERE company_id = ${companyId} AND ticket_id = ANY (${ids}::bigint[]))::int AS messages`,
    )
    return row ?? { tickets: 0, messages: 0 }
  }

  async lockUntouched(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<Set<TicketId>> {
    const rows = await query<{ id: number }>(
      tx,
      sql`SELECT id FROM tickets WHERE company_id = ${companyId} AND id = ANY (${ids}::bigint[]) AND version = 1 ORDER BY id FOR UPDATE`,
    )
    return new Set(rows.map(({ id }) => ticketId(id)))
  }

  async deleteTickets(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<void> {
    await queueErasuresOfTickets(tx, companyId, ids)
    await execute(
      tx,
      sql`DELETE FROM tickets WHERE company_id = ${companyId} AND id = ANY (${ids}::bigint[])`,
    )
  }

  async deleteUnusedContacts(tx: Tx, companyId: CompanyId, ids: readonly number[]): Promise<Set<number>> {
    const rows = await query<{ id: number }>(
      tx,
      sql`DELETE FROM contacts c WHERE c.company_id = ${companyId} AND c.id = ANY (${ids}::bigint[])
          AND NOT EXISTS (SELECT 1 FROM tickets t WHERE t.company_id = c.company_id AND t.contact_id = c.id)
          AND NOT EXISTS (SELECT 1 FROM contact_merges m WHERE m.company_id = c.company_id AND m.kept_id = c.id)
        RETURNING c.id`,
    )
    return new Set(rows.map(({ id }) => id))
  }

  async listUsed(
    tx: Tx,
    companyId: CompanyId,
    kind: 'queue' | 'user' | 'tag' | 'connection',
    ids: readonly number[],
  ): Promise<Set<number>> {
    const uses = {
      queue: sql`SELECT queue_id AS id FROM tickets WHERE company_id = ${companyId} AND queue_id = ANY (${ids}::int[])
        UNION SELECT unnest(queue_ids) FROM connections WHERE company_id = ${companyId} AND NOT deleted`,
      user: sql`SELECT user_id AS id FROM tickets WHERE company_id = ${companyId} AND user_id = ANY (${ids}::int[])
        UNION SELECT user_id FROM ticket_notes WHERE company_id = ${companyId} AND user_id = ANY (${ids}::int[])
        UNION SELECT user_id FROM user_ratings WHERE company_id = ${companyId} AND user_id = ANY (${ids}::int[])
        UNION SELECT user_id FROM quick_messages WHERE company_id = ${companyId} AND user_id = ANY (${ids}::int[])
        UNION SELECT m.user_id FROM system_import_rows r JOIN messages m ON m.company_id = r.company_id AND m.ticket_id = r.our_id
          WHERE r.company_id = ${companyId} AND r.kind = 'ticket' AND r.outcome = 'made' AND m.user_id = ANY (${ids}::int[])`,
      tag: sql`SELECT tag_id AS id FROM ticket_tags WHERE company_id = ${companyId} AND tag_id = ANY (${ids}::int[])`,
      connection: sql`SELECT connection_id AS id FROM tickets WHERE company_id = ${companyId} AND connection_id = ANY (${ids}::int[])`,
    }
    const rows = await query<{ id: number }>(tx, sql`SELECT DISTINCT u.id FROM (${uses[kind]}) u`)
    return new Set(rows.map(({ id }) => id))
  }
}
