import type { CompanyId } from '@balcao/contracts'
import type { TagRef, TicketSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'
import { jsonRowReader, query, queryLast, rawSql, sql, type Row, type Sql } from '@balcao/platform'

import { contacts } from './contact-table'
import { buildContactSnapshot, type ExtraInfoRow } from './pg-contact-snapshots'
import { buildTicketSnapshot, tickets } from './ticket-table'

const CONTACT = 'contact_of_'
const readContact = contacts.readerOf(CONTACT)
const row = jsonRowReader([
  { columns: tickets.selected },
  { columns: contacts.selected, prefix: CONTACT },
  { columns: [{ name: 'tag_ids' }, { name: 'extra_info' }] },
])

/* Names that a page's tickets refer to, each once; tags in the order in which they are shown. */
interface Names {
  users: Record<string, string> | null
  queues: Record<string, { name: string; color: string }> | null
  connections: Record<string, string> | null
  tags: TagRef[] | null
}

interface RelationsRow {
  tag_ids: number[]
  extra_info: ExtraInfoRow[] | null
}

interface PageRow extends Record<string, unknown> {
  rows: unknown[][] | null
  names: Names
  total: number | null
}

export interface TicketRows {
  tickets: TicketSnapshot[]
  /** As the source's `total` computed it. */
  total: number | undefined
}

const shownColumns = sql`${tickets.columnsOf('t')}, ${contacts.columnsOf('c', CONTACT)}, ${rawSql(`
  ARRAY(SELECT x.tag_id FROM ticket_tags x WHERE x.company_id = t.company_id AND x.ticket_id = t.id) AS tag_ids,
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
     FROM contact_extra_info e WHERE e.company_id = t.company_id AND e.contact_id = t.contact_id) AS extra_info`)}`

const namesOf = (companyId: CompanyId): Sql => sql`json_build_object(
  'users', (SELECT json_object_agg(u.user_id, u.name) FROM directory_users u
    WHERE u.company_id = ${companyId}::int AND u.user_id IN (SELECT s.user_id FROM shown s UNION SELECT s.last_message_user_id FROM shown s)),
  'queues', (SELECT json_object_agg(q.id, json_build_object('name', q.name, 'color', q.color)) FROM queues q
    WHERE q.company_id = ${companyId}::int AND q.id IN (SELECT s.queue_id FROM shown s)),
  'connections', (SELECT json_object_agg(w.id, w.name) FROM connections w
    WHERE w.company_id = ${companyId}::int AND w.id IN (SELECT s.connection_id FROM shown s)),
  'tags', (SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name, g.id) FROM tags g
    WHERE g.company_id = ${companyId}::int AND g.id IN (SELECT unnest(s.tag_ids) FROM shown s)))`

/** A CTE `page (id, …)`, the ids it leaves to be read, and what is counted beside them. */
export interface TicketSource {
  page?: Sql
  ids: Sql
  total: Sql
  /** The transaction's last statement. */
  isLast?: boolean
}

/**
 * Rows of tickets with all that a list shows, last updated first. Names are read once for the page instead of joined to
 * every row, which took half of the statement's time; rows come as one JSON value, which takes node a third of the time.
 */
export async function readTicketRows(
  tx: Tx,
  companyId: CompanyId,
  source: TicketSource,
): Promise<TicketRows> {
  const page = source.page ? sql`page AS MATERIALIZED (${source.page}), ` : rawSql('')
  const send = source.isLast ? queryLast : query
  const [read] = await send<PageRow>(
    tx,
    sql`WITH ${page}shown AS MATERIALIZED (
        SELECT ${shownColumns} FROM tickets t JOIN contacts c ON c.company_id = t.company_id AND c.id = t.contact_id
        WHERE t.company_id = ${companyId}::int AND t.id = ANY (${source.ids}))
      SELECT (SELECT json_agg(json_build_array(${row.names}) ORDER BY updated_at DESC, id DESC) FROM shown) AS rows,
        ${namesOf(companyId)} AS names, ${source.total} AS total`,
  )
  if (!read) throw new Error('A page without a row')
  return {
    tickets: (read.rows ?? []).map((values) => toSnapshot(row.read(values), read.names)),
    total: read.total ?? undefined,
  }
}

function toSnapshot(stored: Row, names: Names): TicketSnapshot {
  const { tag_ids: tagIds, extra_info: extraInfo } = stored as Row & RelationsRow
  const ticket = tickets.read(stored)
  const queue = ticket.queueId === null ? undefined : names.queues?.[ticket.queueId]
  return buildTicketSnapshot(ticket, {
    userName: (ticket.userId !== null && names.users?.[ticket.userId]) || '',
    lastMessageUserName:
      (ticket.lastMessage?.userId != null && names.users?.[ticket.lastMessage.userId]) || '',
    queueName: queue?.name ?? '',
    queueColor: queue?.color ?? '',
    connectionName: names.connections?.[ticket.connectionId] ?? '',
    contact: buildContactSnapshot(readContact(stored), extraInfo, null),
    tags: tagIds.length === 0 ? [] : (names.tags ?? []).filter(({ id }) => tagIds.includes(id)),
  })
}
