import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query, queryLast, sql, type Sql } from '@balcao/platform'

import type { ListedTicket, ListRelations } from '../../features/tickets/ticket.store'
import { contactMembers, ticketMembers } from './ticket-json'
import { tickets } from './ticket-table'

/* Control characters, which are escaped in JSON and in no id or key. */
const ROW = '\x1e'
const FIELD = '\x1f'

type Related = { [K in keyof ListRelations]: ListRelations[K] | null }

interface PageRow extends Record<string, unknown>, Related {
  rows: string | null
  total: number | null
}

export interface TicketRows {
  tickets: ListedTicket[]
  related: ListRelations
  /** As the source's `total` computed it. */
  total: number | undefined
}

/* One text for the page: pg makes a string of every field of every row, which takes node longer than the rest of the page. */
const listRows = (
  order: Sql,
): Sql => sql`(SELECT string_agg(concat_ws(${FIELD}, t.id, t.contact_id, t.connection_id, coalesce(t.user_id, 0), coalesce(t.queue_id, 0),
    coalesce(t.last_message_user_id, 0), c.picture_key, ${ticketMembers}, ${contactMembers}), ${ROW} ${order})
  FROM page t JOIN contacts c ON c.company_id = t.company_id AND c.id = t.contact_id)`

/* Each name is read once for the page. */
const selectRelations = (companyId: CompanyId): Sql => sql`
  (SELECT json_agg(json_build_object('id', u.user_id, 'name', u.name)) FROM directory_users u
    WHERE u.company_id = ${companyId}::int AND u.user_id = ANY (ARRAY(SELECT user_id FROM page UNION SELECT last_message_user_id FROM page))) AS users,
  (SELECT json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)) FROM queues q
    WHERE q.company_id = ${companyId}::int AND q.id = ANY (ARRAY(SELECT DISTINCT queue_id FROM page))) AS queues,
  (SELECT json_agg(json_build_object('id', w.id, 'name', w.name)) FROM connections w
    WHERE w.company_id = ${companyId}::int AND w.id = ANY (ARRAY(SELECT DISTINCT connection_id FROM page))) AS connections,
  (SELECT json_agg(json_build_object('ticketId', x.ticket_id, 'id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name, g.id)
    FROM ticket_tags x JOIN tags g ON g.company_id = x.company_id AND g.id = x.tag_id
    WHERE x.company_id = ${companyId}::int AND x.ticket_id = ANY (ARRAY(SELECT id FROM page))) AS tags,
  (SELECT json_agg(json_build_object('contactId', e.contact_id, 'id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
    FROM contact_extra_info e
    WHERE e.company_id = ${companyId}::int AND e.contact_id = ANY (ARRAY(SELECT contact_id FROM page))) AS "extraInfo"`

/** The tickets of a page, and what is counted beside them. */
export interface TicketSource {
  /** What follows `SELECT … FROM tickets t`. */
  rest: Sql
  /** The `ORDER BY` of the tickets `t`. */
  order: Sql
  total: Sql
  /** The transaction's last statement. */
  isLast?: boolean
}

function parseListed(text: string): ListedTicket {
  const [id, contactId, connectionId, userId, queueId, lastMessageUserId, ...texts] = text.split(FIELD)
  const [pictureKey = '', ticketMembers = '', contactMembers = ''] = texts
  return {
    id: Number(id),
    contactId: Number(contactId),
    connectionId: Number(connectionId),
    userId: Number(userId),
    queueId: Number(queueId),
    lastMessageUserId: Number(lastMessageUserId),
    pictureKey,
    ticketMembers,
    contactMembers,
  }
}

/** Tickets with all that a list shows. */
export async function readTicketRows(
  tx: Tx,
  companyId: CompanyId,
  { rest, order, total, isLast }: TicketSource,
): Promise<TicketRows> {
  const send = isLast ? queryLast : query
  const [read] = await send<PageRow>(
    tx,
    sql`WITH page AS MATERIALIZED (SELECT ${tickets.columnsOf('t')} FROM tickets t ${rest})
      SELECT ${listRows(order)} AS rows, ${selectRelations(companyId)}, ${total} AS total`,
  )
  if (!read) throw new Error('A page without a row')
  const { users, queues, connections, tags, extraInfo } = read
  return {
    tickets: read.rows?.split(ROW).map(parseListed) ?? [],
    related: {
      users: users ?? [],
      queues: queues ?? [],
      connections: connections ?? [],
      tags: tags ?? [],
      extraInfo: extraInfo ?? [],
    },
    total: read.total ?? undefined,
  }
}
