import {
  companyId,
  connectionId,
  contactId,
  messageId,
  queueId,
  ticketId,
  userId,
  type TicketStatus,
} from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'

import type { Ticket } from '../../features/tickets/ticket.store'

export interface TicketRow {
  id: number
  uuid: string
  company_id: number
  contact_id: number
  connection_id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
  unread_messages: number
  message_seq: number
  version: number
  last_message_id: string | null
  last_message: string
  last_message_kind: string
  last_message_from_me: boolean
  last_message_ack: number
  last_message_at: Date | null
  chatbot: boolean
  use_integration: boolean
  prompt_id: number | null
  integration_id: number | null
  created_at: Date
  updated_at: Date
  closed_at: Date | null
}

const lastMessageOf = (row: TicketRow): Ticket['lastMessage'] =>
  row.last_message_id === null
    ? null
    : {
        id: messageId(row.last_message_id),
        text: row.last_message,
        kind: row.last_message_kind,
        fromMe: row.last_message_from_me,
        ack: row.last_message_ack,
        at: row.last_message_at ?? row.updated_at,
      }

export const ticketOf = (row: TicketRow): Ticket => ({
  id: ticketId(row.id),
  uuid: row.uuid,
  companyId: companyId(row.company_id),
  contactId: contactId(row.contact_id),
  connectionId: connectionId(row.connection_id),
  status: row.status,
  userId: row.user_id === null ? null : userId(row.user_id),
  queueId: row.queue_id === null ? null : queueId(row.queue_id),
  isGroup: row.is_group,
  unreadMessages: row.unread_messages,
  messageSeq: row.message_seq,
  version: row.version,
  lastMessage: lastMessageOf(row),
  chatbot: row.chatbot,
  useIntegration: row.use_integration,
  promptId: row.prompt_id,
  integrationId: row.integration_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  closedAt: row.closed_at,
})

interface RefRow {
  id: number
  name: string
  color: string
}

export interface SnapshotRow extends TicketRow {
  user_name: string | null
  queue_name: string | null
  queue_color: string | null
  connection_name: string | null
  contact_uuid: string
  contact_name: string
  contact_number: string
  contact_email: string
  contact_picture_key: string
  contact_created_at: Date
  contact_updated_at: Date
  tags: RefRow[] | null
  extra_info: { id: number; name: string; value: string }[] | null
}

/* Tags and extra information come as one JSON value per row, so that a page of 40 is one statement. */
const snapshotColumns = `
  t.*, u.name AS user_name, q.name AS queue_name, q.color AS queue_color, w.name AS connection_name,
  c.uuid AS contact_uuid, c.name AS contact_name, c.number AS contact_number, c.email AS contact_email, c.picture_key AS contact_picture_key,
  c.created_at AS contact_created_at, c.updated_at AS contact_updated_at,
  (SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) ORDER BY g.name, g.id)
     FROM ticket_tags tt JOIN tags g ON g.company_id = tt.company_id AND g.id = tt.tag_id
    WHERE tt.company_id = t.company_id AND tt.ticket_id = t.id) AS tags,
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id)
     FROM contact_extra_info e WHERE e.company_id = t.company_id AND e.contact_id = t.contact_id) AS extra_info`

const snapshotJoins = `
  JOIN contacts c ON c.company_id = t.company_id AND c.id = t.contact_id
  LEFT JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
  LEFT JOIN connections w ON w.company_id = t.company_id AND w.id = t.connection_id
  LEFT JOIN directory_users u ON u.company_id = t.company_id AND u.user_id = t.user_id`

/** Everything a snapshot of the ticket `t` needs; a WHERE follows. */
export const SELECT_SNAPSHOTS = `SELECT ${snapshotColumns} FROM tickets t ${snapshotJoins}`

export const snapshotOfRow = (row: SnapshotRow): TicketSnapshot => ({
  id: row.id,
  uuid: row.uuid,
  companyId: row.company_id,
  status: row.status,
  user: row.user_id === null ? undefined : { id: row.user_id, name: row.user_name ?? '' },
  queue:
    row.queue_id === null
      ? undefined
      : { id: row.queue_id, name: row.queue_name ?? '', color: row.queue_color ?? '' },
  connection: { id: row.connection_id, name: row.connection_name ?? '' },
  contact: {
    id: row.contact_id,
    uuid: row.contact_uuid,
    companyId: row.company_id,
    name: row.contact_name,
    number: row.contact_number,
    email: row.contact_email,
    pictureKey: row.contact_picture_key,
    isGroup: row.is_group,
    extraInfo: row.extra_info ?? [],
    // The ticket says its connection beside; which one the contact used last is asked for contacts alone.
    connection: undefined,
    createdAt: row.contact_created_at,
    updatedAt: row.contact_updated_at,
  },
  tags: row.tags ?? [],
  lastMessage: row.last_message,
  lastMessageKind: row.last_message_kind,
  lastMessageFromMe: row.last_message_from_me,
  lastMessageAck: row.last_message_ack,
  unreadMessages: row.unread_messages,
  isGroup: row.is_group,
  chatbot: row.chatbot,
  useIntegration: row.use_integration,
  promptId: row.prompt_id ?? undefined,
  integrationId: row.integration_id ?? undefined,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  closedAt: row.closed_at ?? undefined,
  lastMessageAt: row.last_message_at ?? undefined,
  lastMessageId: row.last_message_id ?? '',
})
