import { messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import { phoneIdentity } from './features/contacts'
import type { TicketsDeps } from './service'
import { splitWords } from './words'

/** A ticket that was served and resolved. Queue, agent and tags are ids. */
export interface PastTicket {
  contact: { name: string; number: string }
  queueId: number
  userId: number
  openedAt: Date
  acceptedAt: Date
  closedAt: Date
  rate: 1 | 2 | 3 | undefined
  tagIds: readonly number[]
  /** One at least. */
  lines: readonly PastLine[]
}

export interface PastLine {
  fromMe: boolean
  body: string
  at: Date
}

type Deps = Pick<TicketsDeps, 'db' | 'contacts' | 'documents' | 'ids' | 'clock'>

interface StoredLine extends PastLine {
  id: MessageId
  seq: number
}

interface StoredTicket extends PastTicket {
  uuid: string
  stored: readonly StoredLine[]
}

interface PlacedTicket extends StoredTicket {
  id: number
}

const toRows = (rows: readonly object[]): string => JSON.stringify(rows)

async function hasHistory(tx: Tx, companyId: CompanyId, now: Date): Promise<boolean> {
  const rows = await query(
    tx,
    sql`SELECT FROM tickets WHERE company_id = ${companyId} AND created_at < ${now}::timestamptz - interval '1 day' LIMIT 1`,
  )
  return rows.length > 0
}

async function insertContacts(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  history: readonly PastTicket[],
): Promise<ReadonlyMap<string, number>> {
  const people = new Map(history.map(({ contact }) => [contact.number, contact]))
  const sorted = [...people.values()].toSorted((left, right) => left.number.localeCompare(right.number))
  return deps.contacts.insertAll(
    tx,
    companyId,
    sorted.map(({ name, number }) => ({ identity: phoneIdentity(number), name, number, email: '' })),
    deps.clock.now(),
  )
}

const toTicketRow = (contacts: ReadonlyMap<string, number>) => (ticket: StoredTicket) => {
  const last = ticket.stored.at(-1)
  return {
    uuid: ticket.uuid,
    contact_id: contacts.get(ticket.contact.number),
    user_id: ticket.userId,
    queue_id: ticket.queueId,
    message_seq: ticket.stored.length,
    last_message_id: last?.id,
    last_message: last?.body.slice(0, 255),
    last_message_from_me: last?.fromMe,
    last_message_user_id: last?.fromMe ? ticket.userId : null,
    last_message_at: last?.at,
    created_at: ticket.openedAt,
    closed_at: ticket.closedAt,
  }
}

async function insertTickets(
  tx: Tx,
  { companyId, connectionId }: SeedScope,
  tickets: readonly StoredTicket[],
  contacts: ReadonlyMap<string, number>,
): Promise<PlacedTicket[]> {
  const rows = await query<{ id: number; uuid: string }>(
    tx,
    sql`INSERT INTO tickets (uuid, company_id, contact_id, connection_id, status, user_id, queue_id, is_group, unread_messages, message_seq, version,
        last_message_id, last_message, last_message_kind, last_message_from_me, last_message_ack, last_message_user_id, last_message_at,
        created_at, updated_at, closed_at)
      SELECT r.uuid, ${companyId}::int, r.contact_id, ${connectionId}::int, 'closed', r.user_id, r.queue_id, false, 0, r.message_seq, 1,
        r.last_message_id, r.last_message, 'chat', r.last_message_from_me, 3, r.last_message_user_id, r.last_message_at,
        r.created_at, r.closed_at, r.closed_at
      FROM json_to_recordset(${toRows(tickets.map(toTicketRow(contacts)))}::json) AS r (uuid uuid, contact_id bigint, user_id int, queue_id int,
        message_seq int, last_message_id uuid, last_message text, last_message_from_me boolean, last_message_user_id int,
        last_message_at timestamptz, created_at timestamptz, closed_at timestamptz)
      ORDER BY r.created_at RETURNING id, uuid`,
  )
  const ids = new Map(rows.map(({ id, uuid }) => [uuid, id]))
  return tickets.map((ticket) => ({ ...ticket, id: ids.get(ticket.uuid) ?? 0 }))
}

const toMessageRows = ({ id, queueId, userId, contact, stored }: PlacedTicket) =>
  stored.map((line) => ({
    id: line.id,
    ticket_id: id,
    seq: line.seq,
    remote_jid: `${contact.number}@s.whatsapp.net`,
    from_me: line.fromMe,
    preview: line.body.slice(0, 255),
    words: splitWords(line.body),
    user_id: line.fromMe ? userId : null,
    queue_id: queueId,
    created_at: line.at,
  }))

async function insertMessages(
  tx: Tx,
  { companyId, connectionId }: SeedScope,
  tickets: readonly PlacedTicket[],
): Promise<void> {
  await execute(
    tx,
    sql`WITH rows AS (SELECT * FROM json_to_recordset(${toRows(tickets.flatMap(toMessageRows))}::json) AS r (id uuid, ticket_id bigint, seq int,
          remote_jid text, from_me boolean, preview text, words text[], user_id int, queue_id int, created_at timestamptz)),
      words AS (INSERT INTO ticket_words (company_id, ticket_id, word, uses)
        SELECT ${companyId}::int, r.ticket_id, w.word, count(*) FROM rows r, unnest(r.words) AS w (word) GROUP BY r.ticket_id, w.word)
      INSERT INTO messages (id, company_id, ticket_id, seq, connection_id, remote_jid, from_me, source, kind, preview, words, ack, read,
        user_id, queue_id, created_at, updated_at)
      SELECT r.id, ${companyId}::int, r.ticket_id, r.seq, ${connectionId}::int, r.remote_jid, r.from_me,
        CASE WHEN r.from_me THEN 'agent' ELSE 'customer' END, 'chat', r.preview, r.words, CASE WHEN r.from_me THEN 3 ELSE 0 END, true,
        r.user_id, r.queue_id, r.created_at, r.created_at FROM rows r`,
  )
}

const toServiceRow = (ticket: PlacedTicket) => ({
  ticket_id: ticket.id,
  user_id: ticket.userId,
  queue_id: ticket.queueId,
  queued_at: ticket.openedAt,
  started_at: ticket.acceptedAt,
  answered_at: ticket.lines.find(({ fromMe }) => fromMe)?.at,
  finished_at: ticket.closedAt,
  rate: ticket.rate ?? null,
  tags: ticket.tagIds,
})

/* A customer is known since the first ticket. */
const dateContacts = (tx: Tx, { companyId }: SeedScope): Promise<number> =>
  execute(
    tx,
    sql`UPDATE contacts c SET created_at = t.opened_at FROM (
        SELECT contact_id, min(created_at) AS opened_at FROM tickets WHERE company_id = ${companyId} GROUP BY contact_id) t
      WHERE c.company_id = ${companyId} AND c.id = t.contact_id AND c.created_at > t.opened_at`,
  )

/* Trackings, ratings, tags and the log: what accepting and resolving would have written. */
async function insertServices(
  tx: Tx,
  { companyId, connectionId }: SeedScope,
  tickets: readonly PlacedTicket[],
): Promise<void> {
  await execute(
    tx,
    sql`WITH rows AS (SELECT * FROM json_to_recordset(${toRows(tickets.map(toServiceRow))}::json) AS r (ticket_id bigint, user_id int, queue_id int,
          queued_at timestamptz, started_at timestamptz, answered_at timestamptz, finished_at timestamptz, rate smallint, tags int[])),
      ratings AS (INSERT INTO user_ratings (company_id, ticket_id, user_id, rate, created_at)
        SELECT ${companyId}::int, r.ticket_id, r.user_id, r.rate, r.finished_at FROM rows r WHERE r.rate IS NOT NULL),
      tags AS (INSERT INTO ticket_tags (company_id, ticket_id, tag_id)
        SELECT ${companyId}::int, r.ticket_id, unnest(r.tags) FROM rows r),
      log AS (INSERT INTO ticket_log (company_id, ticket_id, action, user_id, from_user_id, from_queue_id, from_connection_id,
          to_user_id, to_queue_id, to_connection_id, created_at)
        SELECT ${companyId}::int, r.ticket_id, l.action, l.by, l.from_user, l.from_queue, l.from_connection, l.to_user, r.queue_id,
          ${connectionId}::int, l.at
        FROM rows r, LATERAL (VALUES
          (1, 'created', NULL::int, NULL::int, NULL::int, NULL::int, NULL::int, r.queued_at),
          (2, 'accepted', r.user_id, NULL, r.queue_id, ${connectionId}::int, r.user_id, r.started_at),
          (3, 'resolved', r.user_id, r.user_id, r.queue_id, ${connectionId}::int, r.user_id, r.finished_at))
          AS l (nth, action, by, from_user, from_queue, from_connection, to_user, at) ORDER BY r.queued_at, l.nth)
      INSERT INTO ticket_trackings (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at, answered_at,
        answer_wait, rating_at, finished_at, rated)
      SELECT ${companyId}::int, r.ticket_id, ${connectionId}::int, r.queue_id, r.user_id, r.queued_at, r.started_at, r.answered_at,
        r.answered_at - r.queued_at,
        CASE WHEN r.rate IS NOT NULL THEN r.finished_at END, r.finished_at, r.rate IS NOT NULL FROM rows r`,
  )
}

export interface SeedScope {
  companyId: CompanyId
  connectionId: number
}

/**
 * Past tickets with their messages, trackings, ratings and logs, for a demo: ten statements, whatever their number, and no events,
 * because nothing happens now. Their contacts must be new. Does nothing when the company has tickets older than a day.
 */
export async function seedHistory(
  deps: Deps,
  scope: SeedScope,
  history: readonly PastTicket[],
): Promise<void> {
  const { companyId } = scope
  const tickets = history.map((ticket) => ({
    ...ticket,
    uuid: deps.ids.next(),
    stored: ticket.lines.map((line, index) => ({ ...line, id: messageId(deps.ids.next()), seq: index + 1 })),
  }))
  if (await deps.db.withTenant(companyId, (tx) => hasHistory(tx, companyId, deps.clock.now()))) return
  const documents = tickets.flatMap(({ stored }) =>
    stored.map(({ id, body }) => ({ id, body, vcard: '', senderName: '' })),
  )
  await deps.db.withTenant(companyId, async (tx) => {
    deps.documents.put(tx, companyId, documents)
    const contacts = await insertContacts(deps, tx, companyId, history)
    const placed = await insertTickets(tx, scope, tickets, contacts)
    await insertMessages(tx, scope, placed)
    await insertServices(tx, scope, placed)
    await dateContacts(tx, scope)
  })
}
