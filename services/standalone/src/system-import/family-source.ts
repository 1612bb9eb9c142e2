import { keepDigits } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { listFamilyCampaigns } from './family-campaigns'
import { toSourceMessage, type FamilyMessageRow } from './family-messages'
import { communityTables, companyTables } from './family-tables'
import { optionalId, SourceDatabase, type SourceOptions } from './source-database'
import { readFamilyHours, type SourceHours } from './source-hours'
import { toRate } from './source-ratings'
import type {
  ImportSource,
  SourceCampaign,
  SourceConnection,
  SourceContact,
  SourceMessage,
  SourceQueue,
  SourceQueueOption,
  SourceQuickMessage,
  SourceSchedule,
  SourceSession,
  SourceSetting,
  SourceTag,
  SourceTicket,
  SourceUser,
} from './source.port'

/* Baileys' states are one above ours; whatsapp-web.js, which the community edition uses, has the same. */
const ACK_OFFSET = { community: 0, companies: 1 }

const fail = (detail: string): never => {
  throw new AppError('ERR_VALIDATION', { detail })
}

/** Whaticket and Ticketz. @throws {AppError} ERR_VALIDATION when it is another system, lacks columns, or its company is not clear */
export const openFamilySource = (
  system: 'whaticket' | 'ticketz',
  { url, company: asked }: SourceOptions,
): Promise<ImportSource> =>
  SourceDatabase.openSource(url, async (db) => {
    const hasCompanies = db.hasTable('Companies')
    if (system === 'ticketz' && !hasCompanies)
      fail('Ticketz has a table Companies: this may be Whaticket, use --from whaticket')
    if (system === 'whaticket' && db.hasTable('OutOfTicketMessages'))
      fail('this is a database of Ticketz: use --from ticketz')
    const unknown = db.check(system, hasCompanies ? companyTables : communityTables)
    const company = hasCompanies
      ? await db.chooseCompany('Companies', asked, 'the other system has several companies')
      : undefined
    const version = `${system}, ${await db.findNewestMigration('SequelizeMeta', 'name')}`
    return new FamilySource(db, { version, unknown, company, key: `${system} ${db.name} ${company ?? ''}` })
  })

class FamilySource implements ImportSource {
  readonly version: string
  readonly key: string
  readonly unknown: readonly string[]
  private readonly company: number | undefined

  constructor(
    private readonly db: SourceDatabase,
    found: { version: string; unknown: string[]; company: number | undefined; key: string },
  ) {
    this.version = found.version
    this.key = found.key.trim()
    this.unknown = found.unknown
    this.company = found.company
  }

  /* A condition on the company's rows; a company's id is a number of ours. */
  private own(alias: string): string {
    return this.company === undefined ? 'true' : `${alias}."companyId" = ${this.company}`
  }

  private text(table: string, column: string): string {
    return `coalesce(${this.db.column(table, column, 'NULL')}, '')`
  }

  private countOf(table: string, from: string): Promise<number> {
    return this.db.hasTable(table) ? this.db.count(`"${table}" x ${from}`) : Promise.resolve(0)
  }

  async counts() {
    const ofTickets = `JOIN "Tickets" t ON t.id = x."ticketId" WHERE ${this.own('t')}`
    return {
      contact: await this.db.count(`"Contacts" x WHERE ${this.own('x')}`),
      ticket: await this.db.count(`"Tickets" x WHERE ${this.own('x')}`),
      message: await this.db.count(`"Messages" x ${ofTickets}`),
      note: await this.countOf('TicketNotes', ofTickets),
      rating: await this.countOf('UserRatings', ofTickets),
      contactTag: this.db.hasTable('ContactTags')
        ? await this.db.count(
            `(SELECT DISTINCT x."contactId", x."tagId" FROM "ContactTags" x JOIN "Contacts" c ON c.id = x."contactId" WHERE ${this.own('c')}) g`,
          )
        : 0,
    }
  }

  async users(): Promise<SourceUser[]> {
    const rows = await this.db.rows<Omit<SourceUser, 'id' | 'queueIds'> & { id: number; queueIds: number[] }>(
      `SELECT u.id, coalesce(u.name, '') AS name, coalesce(u.email, '') AS email, u.profile = 'admin' AS "isAdmin", u."createdAt",
         ARRAY(SELECT q."queueId" FROM "UserQueues" q WHERE q."userId" = u.id ORDER BY 1) AS "queueIds"
       FROM "Users" u WHERE ${this.own('u')} ORDER BY u.id`,
    )
    return rows.map((row) => ({ ...row, id: String(row.id), queueIds: row.queueIds.map(String) }))
  }

  async queues(): Promise<SourceQueue[]> {
    const rows = await this.db.rows<Omit<SourceQueue, 'id' | 'hours'> & { id: number; hours: unknown }>(
      `SELECT id, coalesce(name, '') AS name, coalesce(color, '') AS color, ${this.text('Queues', 'greetingMessage')} AS "greetingMessage",
         ${this.text('Queues', 'outOfHoursMessage')} AS "outOfHoursMessage", ${this.db.column('Queues', 'schedules', 'NULL')} AS hours
       FROM "Queues" queues WHERE ${this.own('queues')} ORDER BY id`,
    )
    return rows.map(({ id, hours, ...row }) => ({
      ...row,
      id: String(id),
      hours: readFamilyHours(hours),
    }))
  }

  /* Only the first level names its queue in some versions. */
  async queueOptions(): Promise<SourceQueueOption[]> {
    if (!this.db.hasTable('QueueOptions')) return []
    const order = this.db.column('QueueOptions', 'option', 'NULL')
    const rows = await this.db.rows<{
      id: number
      queue: number
      parent: number | null
      title: string
      message: string
    }>(
      `WITH RECURSIVE tree AS (
         SELECT queueoptions.id, queueoptions."queueId" AS queue, NULL::int AS parent, queueoptions.title, queueoptions.message, 1 AS level,
           ${order} AS option
         FROM "QueueOptions" queueoptions JOIN "Queues" q ON q.id = queueoptions."queueId"
         WHERE queueoptions."parentId" IS NULL AND ${this.own('q')}
         UNION ALL
         SELECT queueoptions.id, tree.queue, tree.id, queueoptions.title, queueoptions.message, tree.level + 1, ${order}
         FROM "QueueOptions" queueoptions JOIN tree ON queueoptions."parentId" = tree.id WHERE tree.level < 50)
       SELECT id, queue, parent, coalesce(title, '') AS title, coalesce(message, '') AS message FROM tree
       ORDER BY level, queue, parent, nullif(regexp_replace(coalesce(option, ''), '\\D', '', 'g'), '')::numeric NULLS LAST, id`,
    )
    return rows.map(({ id, queue, parent, title, message }) => ({
      id: String(id),
      queueId: String(queue),
      parentId: optionalId(parent),
      title,
      message,
    }))
  }

  async connections(): Promise<SourceConnection[]> {
    const rows = await this.db.rows<
      Omit<SourceConnection, 'id' | 'queueIds'> & { id: number; queueIds: number[] }
    >(
      `SELECT whatsapps.id, coalesce(whatsapps.name, '') AS name, ${this.text('Whatsapps', 'greetingMessage')} AS "greetingMessage",
         coalesce(nullif(${this.text('Whatsapps', 'complationMessage')}, ''), ${this.text('Whatsapps', 'farewellMessage')}) AS "completionMessage",
         ${this.text('Whatsapps', 'outOfHoursMessage')} AS "outOfHoursMessage", ${this.text('Whatsapps', 'ratingMessage')} AS "ratingMessage",
         ARRAY(SELECT q."queueId" FROM "WhatsappQueues" q WHERE q."whatsappId" = whatsapps.id ORDER BY 1) AS "queueIds"
       FROM "Whatsapps" whatsapps WHERE ${this.own('whatsapps')} ORDER BY whatsapps.id`,
    )
    return rows.map((row) => ({ ...row, id: String(row.id), queueIds: row.queueIds.map(String) }))
  }

  async tags(): Promise<SourceTag[]> {
    if (!this.db.hasTable('Tags')) return []
    const rows = await this.db.rows<Omit<SourceTag, 'id'> & { id: number }>(
      `SELECT id, coalesce(name, '') AS name, coalesce(color, '') AS color, coalesce(${this.db.column('Tags', 'kanban', '0')}, 0) = 1 AS "isLane"
       FROM "Tags" tags WHERE ${this.own('tags')} ORDER BY id`,
    )
    return rows.map((row) => ({ ...row, id: String(row.id) }))
  }

  async quickMessages(): Promise<SourceQuickMessage[]> {
    const isCommunity = this.company === undefined
    if (isCommunity && !this.db.hasTable('QuickAnswers')) return []
    const rows = await this.db.rows<{ id: number; shortcode: string; message: string; user: number | null }>(
      isCommunity
        ? `SELECT id, coalesce(shortcut, '') AS shortcode, coalesce(message, '') AS message, NULL::int AS user FROM "QuickAnswers" ORDER BY id`
        : `SELECT id, coalesce(shortcode, '') AS shortcode, coalesce(message, '') AS message, ${this.db.column('QuickMessages', 'userId', 'NULL::int')} AS user
           FROM "QuickMessages" quickmessages WHERE ${this.own('quickmessages')} ORDER BY id`,
    )
    return rows.map(({ id, shortcode, message, user }) => ({
      id: String(id),
      shortcode,
      message,
      userId: optionalId(user),
    }))
  }

  async schedules(now: Date): Promise<SourceSchedule[]> {
    if (!this.db.hasTable('Schedules')) return []
    const rows = await this.db.rows<{
      id: number
      contact: number | null
      user: number | null
      body: string
      sendAt: Date
    }>(
      `SELECT id, "contactId" AS contact, "userId" AS user, body, "sendAt" FROM "Schedules" x
       WHERE ${this.own('x')} AND "sentAt" IS NULL AND "sendAt" > $1 ORDER BY id`,
      [now],
    )
    return rows.map(({ id, contact, user, body, sendAt }) => ({
      id: String(id),
      contactId: String(contact),
      userId: optionalId(user),
      body,
      sendAt,
    }))
  }

  /* A company's language is a setting here. */
  async settings(): Promise<SourceSetting[]> {
    const rows = await this.db.rows<SourceSetting & Record<string, unknown>>(
      `SELECT DISTINCT ON (key) key, coalesce(value, '') AS value FROM "Settings" x WHERE ${this.own('x')} ORDER BY key`,
    )
    if (this.company === undefined || !this.db.has('Companies', 'language')) return rows
    const [company] = await this.db.rows<{ language: string | null }>(
      'SELECT language FROM "Companies" WHERE id = $1',
      [this.company],
    )
    const language = company?.language?.slice(0, 2).toLowerCase() ?? ''
    return language === '' ? rows : [...rows, { key: 'language', value: language }]
  }

  async hours(): Promise<SourceHours | undefined> {
    if (this.company === undefined || !this.db.has('Companies', 'schedules')) return undefined
    const [row] = await this.db.rows<{ schedules: unknown }>(
      'SELECT schedules FROM "Companies" WHERE id = $1',
      [this.company],
    )
    return readFamilyHours(row?.schedules)
  }

  campaigns(): AsyncIterable<SourceCampaign> {
    return listFamilyCampaigns(this.db, this.own('campaigns'))
  }

  async *sessions(): AsyncGenerator<SourceSession> {
    const connections = await this.db.rows<{ id: number }>(
      `SELECT id FROM "Whatsapps" x WHERE ${this.own('x')} ORDER BY id`,
    )
    for (const { id } of connections) {
      const [row] = this.db.has('Whatsapps', 'session')
        ? await this.db.rows<{ session: string | null }>('SELECT session FROM "Whatsapps" WHERE id = $1', [
            id,
          ])
        : []
      const keys = this.db.hasTable('BaileysKeys')
        ? await this.db.rows<{ type: string; id: string; value: string }>(
            `SELECT type, key AS id, value FROM "BaileysKeys" WHERE "whatsappId" = $1 AND value IS NOT NULL`,
            [id],
          )
        : []
      yield { id: String(id), state: row?.session ?? '', keys }
    }
  }

  listOtherClients(): Promise<string[]> {
    return this.db.listOtherClients()
  }

  async ticketlessContactTags(): Promise<string[]> {
    if (!this.db.hasTable('ContactTags')) return []
    const rows = await this.db.rows<{ id: string }>(
      `SELECT DISTINCT g."contactId" || '/' || g."tagId" AS id FROM "ContactTags" g JOIN "Contacts" c ON c.id = g."contactId"
       WHERE ${this.own('c')} AND NOT EXISTS (SELECT 1 FROM "Tickets" t WHERE t."contactId" = c.id AND ${this.own('t')})`,
    )
    return rows.map(({ id }) => id)
  }

  /* Ticketz took rates of one to three first, and of one to five later. */
  private async findRateScale(): Promise<3 | 5> {
    if (!this.db.hasTable('UserRatings')) return 3
    const above = await this.db.count(
      `"UserRatings" x JOIN "Tickets" t ON t.id = x."ticketId" WHERE ${this.own('t')} AND x.rate > 3`,
    )
    return above > 0 ? 5 : 3
  }

  async *contacts(after: string): AsyncGenerator<SourceContact[]> {
    const lid = this.db.hasTable('WhatsappLidMaps')
      ? `coalesce((SELECT max(l.lid) FROM "WhatsappLidMaps" l WHERE l."contactId" = contacts.id), '')`
      : `''`
    const channel = this.db.column('Contacts', 'channel', `'whatsapp'`)
    const pages = this.db.pages<Omit<SourceContact, 'id' | 'fault'> & { id: number; channel: string }>(
      `SELECT contacts.id, coalesce(contacts.name, '') AS name, coalesce(contacts.number, '') AS number,
         coalesce(contacts.email, '') AS email, coalesce(contacts."isGroup", false) AS "isGroup", ${lid} AS lid,
         coalesce(${channel}, 'whatsapp') AS channel, contacts."createdAt", contacts."updatedAt",
         coalesce((SELECT json_agg(json_build_object('name', f.name, 'value', f.value) ORDER BY f.id)
           FROM "ContactCustomFields" f WHERE f."contactId" = contacts.id), '[]') AS "extraInfo"
       FROM "Contacts" contacts WHERE ${this.own('contacts')} AND contacts.id > $1 ORDER BY contacts.id`,
      [Number(after || 0)],
      1_000,
    )
    for await (const page of pages)
      yield page.map(({ channel: of, ...row }) => ({
        ...row,
        id: String(row.id),
        number: row.number.split('@')[0] ?? '',
        lid: keepDigits(row.lid),
        fault: of === 'whatsapp' ? '' : `of another channel: ${of}`,
      }))
  }

  async *tickets(after: string): AsyncGenerator<SourceTicket[]> {
    const hasTags = this.db.hasTable('TicketTags')
    const hasNotes = this.db.hasTable('TicketNotes')
    const tags = hasTags
      ? 'ARRAY(SELECT g."tagId" FROM "TicketTags" g WHERE g."ticketId" = t.id ORDER BY 1)'
      : `'{}'::int[]`
    const author = this.db.has('TicketNotes', 'userId') ? 'n."userId"' : 'NULL'
    const notes = hasNotes
      ? `coalesce((SELECT json_agg(json_build_object('id', n.id, 'note', n.note, 'userId', ${author}, 'createdAt', n."createdAt") ORDER BY n.id)
           FROM "TicketNotes" n WHERE n."ticketId" = t.id), '[]')`
      : `'[]'::json`
    const hasContactTags = this.db.hasTable('ContactTags')
    const hasRatings = this.db.hasTable('UserRatings')
    const contactTags = hasContactTags
      ? `SELECT max(t.id) AS "ticketId", array_agg(DISTINCT g."tagId") AS tags FROM "ContactTags" g
         JOIN "Tickets" t ON t."contactId" = g."contactId" WHERE ${this.own('t')} GROUP BY g."contactId"`
      : `SELECT NULL::int AS "ticketId", NULL::int[] AS tags`
    const ratings = hasRatings
      ? `SELECT r."ticketId", json_agg(json_build_object('id', r.id, 'rate', r.rate, 'userId', r."userId", 'createdAt', r."createdAt") ORDER BY r.id) AS ratings
         FROM "UserRatings" r GROUP BY r."ticketId"`
      : `SELECT NULL::int AS "ticketId", NULL::json AS ratings`
    const scale = await this.findRateScale()
    const pages = this.db.pages<{
      id: number
      status: string
      contact: number | null
      connection: number | null
      user: number | null
      queue: number | null
      createdAt: Date
      updatedAt: Date
      tags: number[]
      contactTags: number[]
      notes: { id: number; note: string; userId: number | null; createdAt: string }[]
      ratings: { id: number; rate: number | null; userId: number | null; createdAt: string }[]
    }>(
      `WITH contact_tags AS (${contactTags}), ratings AS (${ratings})
       SELECT t.id, coalesce(t.status, '') AS status, t."contactId" AS contact, t."whatsappId" AS connection, t."userId" AS user,
         t."queueId" AS queue, t."createdAt", t."updatedAt", ${tags} AS tags, ${notes} AS notes,
         coalesce(g.tags, '{}') AS "contactTags", coalesce(r.ratings, '[]') AS ratings
       FROM "Tickets" t LEFT JOIN contact_tags g ON g."ticketId" = t.id LEFT JOIN ratings r ON r."ticketId" = t.id
       WHERE ${this.own('t')} AND t.id > $1 ORDER BY t.id`,
      [Number(after || 0)],
      1_000,
    )
    for await (const page of pages)
      yield page.map((row) => ({
        id: String(row.id),
        contactId: String(row.contact),
        connectionId: optionalId(row.connection),
        userId: optionalId(row.user),
        queueId: optionalId(row.queue),
        status: row.status === 'open' || row.status === 'pending' ? row.status : 'closed',
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        tagIds: row.tags.map(String),
        contactTagIds: row.contactTags.map(String),
        notes: row.notes.map((note) => ({
          id: String(note.id),
          note: note.note,
          userId: optionalId(note.userId),
          createdAt: new Date(note.createdAt),
        })),
        ratings: row.ratings.map(({ id, rate, userId, createdAt }) => ({
          id: String(id),
          rate: toRate(rate ?? 0, scale),
          userId: optionalId(userId),
          createdAt: new Date(createdAt),
        })),
      }))
  }

  async *messages(afterTicket: string): AsyncGenerator<SourceMessage[]> {
    const text = (column: string) => this.text('Messages', column)
    const sameTicket = this.company === undefined ? '' : 'AND q."ticketId" = messages."ticketId"'
    const pages = this.db.pages<FamilyMessageRow & Record<string, unknown>>(
      `SELECT messages.id, messages."ticketId", ${text('remoteJid')} AS "remoteJid", ${text('participant')} AS participant,
         coalesce(c.name, '') AS "senderName", coalesce(messages."fromMe", false) AS "fromMe", coalesce(messages.body, '') AS body,
         coalesce(messages."mediaType", '') AS "mediaType", coalesce(messages."mediaUrl", '') AS "mediaUrl", coalesce(messages.ack, 0) AS ack,
         coalesce(messages."isDeleted", false) AS deleted, coalesce(${this.db.column('Messages', 'isEdited', 'false')}, false) AS edited,
         q.id AS "quotedId", q."ticketId" AS "quotedTicketId", left(q.body, 4000) AS "quotedBody", q."mediaType" AS "quotedType",
         q."fromMe" AS "quotedFromMe", q."createdAt" AS "quotedAt", messages."createdAt"
       FROM "Messages" messages JOIN "Tickets" t ON t.id = messages."ticketId"
         LEFT JOIN "Contacts" c ON t."isGroup" AND NOT messages."fromMe" AND c.id = messages."contactId"
         LEFT JOIN "Messages" q ON q.id = messages."quotedMsgId" ${sameTicket}
       WHERE ${this.own('t')} AND messages."ticketId" > $1
       ORDER BY messages."ticketId", messages."createdAt", messages.id`,
      [Number(afterTicket || 0)],
    )
    const offset = this.company === undefined ? ACK_OFFSET.community : ACK_OFFSET.companies
    for await (const page of pages) yield page.map((row) => toSourceMessage(row, offset))
  }

  close(): Promise<void> {
    return this.db.close()
  }
}
