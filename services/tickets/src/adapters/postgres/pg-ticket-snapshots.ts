import type { TicketSnapshot } from '@balcao/contracts/wire'
import { rawSql, sql, type Row } from '@balcao/platform'

import { buildTicketSnapshot } from '../../features/tickets/ticket.store'
import { contacts } from './contact-table'
import { buildContactSnapshot, type ExtraInfoRow } from './pg-contact-snapshots'
import { tickets } from './ticket-table'

const CONTACT = 'contact_of_'
const readContact = contacts.readerOf(CONTACT)

/* What the ticket's row does not have. */
interface RelationsRow {
  user_name: string | null
  last_user_name: string | null
  queue_name: string | null
  queue_color: string | null
  connection_name: string | null
  tags: { id: number; name: string; color: string }[] | null
  extra_info: ExtraInfoRow[] | null
}

/* Tags and extra information come as one JSON value per row, so that a page of 40 is one statement. */
const relations =
  rawSql(`u.name AS user_name, lu.name AS last_user_name, q.name AS queue_name, q.color AS queue_color, w.name AS connection_name,
  (SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name, g.id)
     FROM ticket_tags tt JOIN tags g ON g.company_id = tt.company_id AND g.id = tt.tag_id
    WHERE tt.company_id = t.company_id AND tt.ticket_id = t.id) AS tags,
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
     FROM contact_extra_info e WHERE e.company_id = t.company_id AND e.contact_id = t.contact_id) AS extra_info`)

/** Everything a snapshot of the ticket `t` needs; a WHERE follows. */
export const ticketSnapshots = sql`SELECT ${tickets.columnsOf('t')}, ${contacts.columnsOf('c', CONTACT)}, ${relations}
  FROM tickets t
  JOIN contacts c ON c.company_id = t.company_id AND c.id = t.contact_id
  LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
  LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
  LEFT JOIN directory_users u ON u.company_id = t.company_id AND u.user_id = t.user_id
  LEFT JOIN directory_users lu ON lu.company_id = t.company_id AND lu.user_id = t.last_message_user_id`

/** A row of `ticketSnapshots` as events and answers carry it. */
export function mapTicketSnapshotRow(row: Row): TicketSnapshot {
  const related = row as Row & RelationsRow
  return buildTicketSnapshot(tickets.read(row), {
    userName: related.user_name ?? '',
    lastMessageUserName: related.last_user_name ?? '',
    queueName: related.queue_name ?? '',
    queueColor: related.queue_color ?? '',
    connectionName: related.connection_name ?? '',
    // The ticket has its own connection; the contact's last one is only read with contacts.
    contact: buildContactSnapshot(readContact(row), related.extra_info, null),
    tags: related.tags ?? [],
  })
}
