import { keepDigits } from '@balcao/contracts'

import { listChatwootCampaigns } from './chatwoot-campaigns'
import { readChatwootHours } from './chatwoot-hours'
import { chatwootTables, utc } from './chatwoot-tables'
import { optionalId, SourceDatabase, type SourceOptions } from './source-database'
import type { SourceHours } from './source-hours'
import { toRate } from './source-ratings'
import type {
  ImportSource,
  SourceCampaign,
  SourceConnection,
  SourceContact,
  SourceMessage,
  SourceQueue,
  SourceQuickMessage,
  SourceSession,
  SourceSetting,
  SourceTag,
  SourceTicket,
  SourceUser,
} from './source.port'

/* As Chatwoot numbers them. */
const ADMINISTRATOR = 1
const OUTGOING = 1
const ACTIVITY = 2
const TEMPLATE = 3
const STATUSES: readonly SourceTicket['status'][] = ['open', 'closed', 'pending', 'pending']
const ACKS = [1, 2, 3, -1]
const FILE_KINDS = [
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'application',
  'application',
  'vcard',
]

interface MessageRow extends Record<string, unknown> {
  id: number
  /** Of its files; a further one is a message of its own. */
  nth: number
  conversation: number
  phone: string
  content: string
  type: number
  status: number
  waId: string | null
  isDeleted: boolean
  quotedId: number | null
  quotedContent: string | null
  quotedType: number | null
  quotedAt: Date | null
  fileType: number | null
  fileKey: string | null
  fileName: string | null
  createdAt: Date
}

/** Chatwoot. @throws {AppError} ERR_VALIDATION when it is another system, lacks columns, or its account is not clear */
export const openChatwootSource = ({ url, company: asked }: SourceOptions): Promise<ImportSource> =>
  SourceDatabase.openSource(url, async (db) => {
    const unknown = db.check('chatwoot', chatwootTables)
    const account = await db.chooseCompany('accounts', asked, 'Chatwoot has several accounts')
    const newest = await db.findNewestMigration('schema_migrations', 'version')
    return new ChatwootSource(db, account, unknown, newest)
  })

/* Local files of Active Storage are below two folders of the first letters of their keys. */
const toFile = (key: string | null, name: string | null): SourceMessage['file'] =>
  key === null ? undefined : { path: `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`, name: name ?? key }

function toMessage(row: MessageRow): SourceMessage {
  const fromMe = row.type === OUTGOING || row.type === TEMPLATE
  const kind = row.fileType === null ? 'chat' : (FILE_KINDS[row.fileType] ?? 'application')
  const file = toFile(row.fileKey, row.fileName)
  return {
    id: row.nth === 0 ? String(row.id) : `${row.id}/${row.nth}`,
    ticketId: String(row.conversation),
    waId: row.nth === 0 ? (row.waId ?? undefined) : undefined,
    remoteJid: row.phone === '' ? '' : `${row.phone}@s.whatsapp.net`,
    participant: '',
    senderName: '',
    fromMe,
    body: row.isDeleted || row.nth > 0 ? '' : row.content,
    vcard: '',
    // Places and cards have no file there: their text is what is left of them.
    kind:
      row.isDeleted || (file === undefined && !['image', 'audio', 'video'].includes(kind)) ? 'chat' : kind,
    fault: row.type === ACTIVITY ? 'a line about what happened' : '',
    file: row.isDeleted
      ? undefined
      : (file ??
        (row.fileType !== null && row.fileType < 4 ? { path: 'not kept by Chatwoot', name: '' } : undefined)),
    ack: fromMe ? (ACKS[row.status] ?? 1) : 0,
    deleted: row.isDeleted,
    edited: false,
    quoted:
      row.quotedId === null || row.quotedAt === null || row.isDeleted
        ? undefined
        : {
            id: String(row.quotedId),
            ticketId: String(row.conversation),
            body: row.quotedContent ?? '',
            kind: 'chat',
            fromMe: row.quotedType === OUTGOING,
            createdAt: row.quotedAt,
          },
    createdAt: row.createdAt,
  }
}

/* Some versions store the object as a text in JSON. */
const attribute = (name: string) =>
  `(CASE json_typeof(m.content_attributes) WHEN 'string' THEN (m.content_attributes#>>'{}')::json ELSE m.content_attributes END->>'${name}')`

class ChatwootSource implements ImportSource {
  readonly version: string
  readonly key: string

  constructor(
    private readonly db: SourceDatabase,
    private readonly account: number,
    readonly unknown: readonly string[],
    newest: string,
  ) {
    this.version = `chatwoot, ${newest}`
    this.key = `chatwoot ${db.name} ${account}`
  }

  async counts() {
    const ofConversations = `JOIN conversations c ON c.id = x.conversation_id WHERE c.account_id = ${this.account}`
    return {
      contact: await this.db.count(`contacts WHERE account_id = ${this.account}`),
      ticket: await this.db.count(`conversations WHERE account_id = ${this.account}`),
      message: await this.db.count(
        `messages x LEFT JOIN attachments a ON a.message_id = x.id ${ofConversations} AND NOT x.private`,
      ),
      note:
        (await this.db.count(`messages x ${ofConversations} AND x.private`)) +
        (await this.db.count(`(${this.contactNotes()}) n`)),
      rating: this.db.hasTable('csat_survey_responses')
        ? await this.db.count(
            `csat_survey_responses r JOIN conversations c ON c.id = r.conversation_id AND c.account_id = r.account_id
             WHERE r.account_id = ${this.account}`,
          )
        : 0,
      contactTag: await this.db.count(`(${this.contactLabels()}) g`),
    }
  }

  /* Labels of contacts. */
  private contactLabels(): string {
    return `SELECT DISTINCT c.id AS contact, l.id AS label FROM taggings g JOIN tags t ON t.id = g.tag_id
      JOIN contacts c ON g.taggable_type = 'Contact' AND c.id = g.taggable_id AND g.context = 'labels'
      JOIN labels l ON l.title = t.name AND l.account_id = c.account_id WHERE c.account_id = ${this.account}`
  }

  /* It sends through other programs. */
  async *sessions(): AsyncGenerator<SourceSession> {
    for (const { id } of await this.connections()) yield { id, state: '', keys: [] }
  }

  listOtherClients(): Promise<string[]> {
    return this.db.listOtherClients()
  }

  async ticketlessContactTags(): Promise<string[]> {
    const rows = await this.db.rows<{ id: string }>(
      `SELECT g.contact || '/' || g.label AS id FROM (${this.contactLabels()}) g
       WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.contact_id = g.contact AND c.account_id = ${this.account})`,
    )
    return rows.map(({ id }) => id)
  }

  /* Of contacts with a conversation: the newest one takes them. */
  private contactNotes(): string {
    return `SELECT n.id, n.content, n.user_id, n.created_at, c.id AS conversation FROM notes n
      JOIN LATERAL (SELECT max(c.id) AS id FROM conversations c WHERE c.contact_id = n.contact_id AND c.account_id = n.account_id) c
        ON c.id IS NOT NULL
      WHERE n.account_id = ${this.account}`
  }

  async users(): Promise<SourceUser[]> {
    const rows = await this.db.rows<{
      id: number
      name: string
      email: string
      role: number
      createdAt: Date
      teams: string[]
    }>(
      `SELECT u.id, u.name, coalesce(u.email, '') AS email, a.role, ${utc('u.created_at', 'createdAt')},
         ARRAY(SELECT m.team_id::text FROM team_members m JOIN teams t ON t.id = m.team_id AND t.account_id = a.account_id
           WHERE m.user_id = u.id ORDER BY m.team_id) AS teams
       FROM account_users a JOIN users u ON u.id = a.user_id WHERE a.account_id = ${this.account} ORDER BY u.id`,
    )
    return rows.map(({ id, role, teams, ...user }) => ({
      ...user,
      id: String(id),
      isAdmin: role === ADMINISTRATOR,
      queueIds: teams,
    }))
  }

  /** Its teams. */
  async queues(): Promise<SourceQueue[]> {
    const rows = await this.db.rows<{ id: string; name: string }>(
      `SELECT id::text, name FROM teams WHERE account_id = ${this.account} ORDER BY teams.id`,
    )
    return rows.map((row) => ({
      ...row,
      color: '',
      greetingMessage: '',
      outOfHoursMessage: '',
      hours: undefined,
    }))
  }

  queueOptions() {
    return Promise.resolve([])
  }

  /** Inboxes of any channel: their conversations are of customers with a number. */
  async connections(): Promise<SourceConnection[]> {
    const isGreeted = this.db.has('inboxes', 'greeting_enabled') ? 'greeting_enabled' : 'true'
    const greeting = this.db.has('inboxes', 'greeting_message')
      ? `CASE WHEN ${isGreeted} THEN greeting_message END`
      : 'NULL'
    const closed = this.db.has('inboxes', 'out_of_office_message') ? 'out_of_office_message' : 'NULL'
    const rows = await this.db.rows<{ id: number; name: string; greeting: string; closed: string }>(
      `SELECT id, name, coalesce(${greeting}, '') AS greeting, coalesce(${closed}, '') AS closed
       FROM inboxes WHERE account_id = ${this.account} ORDER BY id`,
    )
    return rows.map(({ id, name, greeting: greetingMessage, closed: outOfHoursMessage }) => ({
      id: String(id),
      name,
      greetingMessage,
      outOfHoursMessage,
      completionMessage: '',
      ratingMessage: '',
      queueIds: [],
    }))
  }

  async tags(): Promise<SourceTag[]> {
    const rows = await this.db.rows<{ id: string; name: string; color: string }>(
      `SELECT id::text, coalesce(title, '') AS name, color FROM labels WHERE account_id = ${this.account} ORDER BY labels.id`,
    )
    return rows.map((row) => ({ ...row, isLane: false }))
  }

  async quickMessages(): Promise<SourceQuickMessage[]> {
    const rows = await this.db.rows<{ id: number; shortcode: string; message: string }>(
      `SELECT id, coalesce(short_code, '') AS shortcode, coalesce(content, '') AS message
       FROM canned_responses WHERE account_id = ${this.account} ORDER BY id`,
    )
    return rows.map((row) => ({ ...row, id: String(row.id), userId: undefined }))
  }

  schedules() {
    return Promise.resolve([])
  }

  /* Hours and surveys are switched on by inbox there, and by company here. */
  async settings(): Promise<SourceSetting[]> {
    const asks = this.db.has('inboxes', 'csat_survey_enabled')
      ? await this.db.count(`inboxes WHERE account_id = ${this.account} AND csat_survey_enabled`)
      : 0
    const hours = await this.hours()
    return [
      ...(asks > 0 ? [{ key: 'userRating', value: 'enabled' }] : []),
      ...(hours === undefined ? [] : [{ key: 'scheduleType', value: 'company' }]),
    ]
  }

  hours(): Promise<SourceHours | undefined> {
    return readChatwootHours(this.db, this.account)
  }

  campaigns(): AsyncIterable<SourceCampaign> {
    return listChatwootCampaigns(this.db, this.account)
  }

  async *contacts(after: string): AsyncGenerator<SourceContact[]> {
    const pages = this.db.pages<{
      id: number
      name: string
      email: string
      phone: string
      attributes: Record<string, unknown>
      createdAt: Date
      updatedAt: Date
    }>(
      `SELECT id, coalesce(name, '') AS name, coalesce(email, '') AS email, coalesce(phone_number, '') AS phone,
         coalesce(custom_attributes, '{}') AS attributes, ${utc('created_at', 'createdAt')}, ${utc('updated_at', 'updatedAt')}
       FROM contacts WHERE account_id = ${this.account} AND id > $1 ORDER BY id`,
      [Number(after || 0)],
      1_000,
    )
    for await (const page of pages)
      yield page.map(({ id, phone, attributes, ...contact }) => ({
        ...contact,
        id: String(id),
        number: keepDigits(phone),
        lid: '',
        isGroup: false,
        fault: '',
        extraInfo: Object.entries(attributes).map(([name, value]) => ({
          name,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        })),
      }))
  }

  /* Private messages are what a desk calls notes. */
  async *tickets(after: string): AsyncGenerator<SourceTicket[]> {
    const ratings = this.db.hasTable('csat_survey_responses')
      ? `SELECT conversation_id AS conversation, json_agg(json_build_object('id', id, 'rate', rating, 'userId', assigned_agent_id,
           'at', created_at AT TIME ZONE 'UTC') ORDER BY id) AS ratings
         FROM csat_survey_responses WHERE account_id = ${this.account} GROUP BY conversation_id`
      : `SELECT NULL::bigint AS conversation, NULL::json AS ratings`
    const pages = this.db.pages<{
      id: number
      contact: number | null
      inbox: number
      user: number | null
      team: string | null
      status: number
      createdAt: Date
      updatedAt: Date
      labels: string[]
      contactLabels: string[]
      notes: { id: string; note: string; userId: number | null; at: string }[]
      ratings: { id: number; rate: number; userId: number | null; at: string }[]
    }>(
      `WITH own_notes AS (${this.contactNotes()}),
         contact_labels AS (SELECT c.id AS conversation, array_agg(g.label::text ORDER BY g.label) AS labels FROM (${this.contactLabels()}) g
           JOIN LATERAL (SELECT max(c.id) AS id FROM conversations c WHERE c.contact_id = g.contact AND c.account_id = ${this.account}) c
             ON c.id IS NOT NULL GROUP BY c.id),
         ratings AS (${ratings})
       SELECT c.id, c.contact_id::int AS contact, c.inbox_id AS inbox, c.assignee_id AS user, c.team_id::text AS team, c.status,
         ${utc('c.created_at', 'createdAt')}, ${utc('c.last_activity_at', 'updatedAt')},
         ARRAY(SELECT l.id::text FROM taggings g JOIN tags t ON t.id = g.tag_id
           JOIN labels l ON l.title = t.name AND l.account_id = c.account_id
           WHERE g.taggable_type = 'Conversation' AND g.taggable_id = c.id AND g.context = 'labels' ORDER BY l.id) AS labels,
         coalesce((SELECT json_agg(n ORDER BY n.at) FROM (
           SELECT 'message ' || m.id AS id, coalesce(m.content, '') AS note,
             CASE WHEN m.sender_type = 'User' THEN m.sender_id END AS "userId", m.created_at AT TIME ZONE 'UTC' AS at
           FROM messages m WHERE m.conversation_id = c.id AND m.private
           UNION ALL SELECT 'note ' || o.id, o.content, o.user_id, o.created_at AT TIME ZONE 'UTC'
           FROM own_notes o WHERE o.conversation = c.id) n), '[]') AS notes,
         coalesce(k.labels, '{}') AS "contactLabels", coalesce(r.ratings, '[]') AS ratings
       FROM conversations c LEFT JOIN contact_labels k ON k.conversation = c.id LEFT JOIN ratings r ON r.conversation = c.id
       WHERE c.account_id = ${this.account} AND c.id > $1 ORDER BY c.id`,
      [Number(after || 0)],
      1_000,
    )
    for await (const page of pages)
      yield page.map((row) => ({
        id: String(row.id),
        contactId: String(row.contact),
        connectionId: String(row.inbox),
        userId: optionalId(row.user),
        queueId: row.team ?? undefined,
        status: STATUSES[row.status] ?? 'closed',
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        tagIds: row.labels,
        contactTagIds: row.contactLabels,
        notes: row.notes.map(({ id, note, userId, at }) => ({
          id,
          note,
          userId: optionalId(userId),
          createdAt: new Date(at),
        })),
        ratings: row.ratings.map(({ id, rate, userId, at }) => ({
          id: String(id),
          rate: toRate(rate, 5),
          userId: optionalId(userId),
          createdAt: new Date(at),
        })),
      }))
  }

  async *messages(afterTicket: string): AsyncGenerator<SourceMessage[]> {
    const pages = this.db.pages<MessageRow>(
      `SELECT m.id, (SELECT count(*)::int FROM attachments e WHERE e.message_id = m.id AND e.id < a.id) AS nth, m.conversation_id AS conversation, regexp_replace(coalesce(p.phone_number, ''), '\\D', '', 'g') AS phone,
         coalesce(m.content, '') AS content, m.message_type AS type, coalesce(m.status, 0) AS status, nullif(m.source_id, '') AS "waId",
         coalesce(${attribute('deleted')}, 'false') = 'true' AS "isDeleted",
         q.id AS "quotedId", left(q.content, 4000) AS "quotedContent", q.message_type AS "quotedType", ${utc('q.created_at', 'quotedAt')},
         a.file_type AS "fileType", b.key AS "fileKey", b.filename AS "fileName", ${utc('m.created_at', 'createdAt')}
       FROM messages m JOIN conversations c ON c.id = m.conversation_id
         LEFT JOIN contacts p ON p.id = c.contact_id
         LEFT JOIN messages q ON q.conversation_id = m.conversation_id AND NOT q.private
           AND q.id = CASE WHEN ${attribute('in_reply_to')} ~ '^\\d{1,9}$' THEN (${attribute('in_reply_to')})::int END
         LEFT JOIN attachments a ON a.message_id = m.id
         LEFT JOIN active_storage_attachments s ON s.record_type = 'Attachment' AND s.record_id = a.id AND s.name = 'file'
         LEFT JOIN active_storage_blobs b ON b.id = s.blob_id
       WHERE c.account_id = ${this.account} AND m.conversation_id > $1 AND NOT m.private
       ORDER BY m.conversation_id, m.created_at, m.id, a.id`,
      [Number(afterTicket || 0)],
    )
    for await (const page of pages) yield page.map(toMessage)
  }

  close(): Promise<void> {
    return this.db.close()
  }
}
