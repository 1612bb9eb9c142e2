import type {
  MessageKind,
  SimulatorChat,
  SimulatorChatMessage,
  SimulatorChoices,
  SimulatorConnection,
  SimulatorOutboundItem,
} from '@balcao/contracts'
import { AppError, listOnPrimaries, type Database } from '@balcao/kernel'
import { query, rawSql, sql, type Sql } from '@balcao/platform'

import type { TappedChoices } from './inbound-ledger'
import { isGroupChat, toChatName } from './translate'

interface MessageRow {
  seq: number
  direction: 'in' | 'out'
  chat: string
  id: string
  name: string
  body: string
  kind: MessageKind
  mediaId: string | null
  mediaName: string | null
  mimeType: string | null
  sizeBytes: number | null
  quotedId: string
  vcard: string
  isForwarded: boolean
  buttons: string[] | null
  choices: TappedChoices | null
  sightings: number
  ack: number
  deleted: boolean
  edited: boolean
  at: Date
}

const toChoices = ({ open, options }: TappedChoices): SimulatorChoices => ({
  open,
  options: options.map(({ title, description }) => ({ title, description })),
})

const MESSAGE =
  rawSql(`m.seq, m.direction, m.chat, m.id, m.name, m.body, m.kind, m.media_id AS "mediaId", d.name AS "mediaName",
  d.mime_type AS "mimeType", d.size_bytes AS "sizeBytes", m.quoted_id AS "quotedId", coalesce(m.extra ->> 'vcard', '') AS vcard,
  coalesce(m.extra -> 'marks' ? 'forwarded', false) AS "isForwarded", m.extra -> 'buttons' AS buttons, m.extra -> 'choices' AS choices, m.sightings, m.ack, m.deleted, m.edited, m.at`)
const MESSAGES = rawSql(`simulator.messages m LEFT JOIN simulator.media d ON d.id = m.media_id`)
/* Only connections of simulated numbers that are not deleted. @param officialIds the ids at Meta of those of the official API */
const connectionsOf = (officialIds: readonly string[]): Sql =>
  sql`SELECT c.id, c.company_id AS "companyId", c.name, c.status,
    coalesce(regexp_replace(a.display_number, '\\D', '', 'g'), '') AS number, '' AS qrcode, a.connection_id IS NOT NULL AS "isOfficial"
  FROM connections c LEFT JOIN cloud_accounts a ON a.connection_id = c.id AND a.phone_number_id = ANY (${officialIds})
  WHERE (c.provider = 'simulated' OR a.connection_id IS NOT NULL) AND c.deleted_at IS NULL`

const toMedia = (row: MessageRow): Pick<SimulatorOutboundItem, 'media'> =>
  row.mediaId
    ? {
        media: {
          name: row.mediaName ?? '',
          mimeType: row.mimeType ?? '',
          sizeBytes: row.sizeBytes ?? 0,
          url: `/simulator/media/${row.mediaId}`,
        },
      }
    : {}

const toForwarded = (row: MessageRow): { isForwarded?: true } =>
  row.isForwarded ? { isForwarded: true } : {}

const toVcard = (row: MessageRow): { vcard?: string } => (row.vcard ? { vcard: row.vcard } : {})

const toQuoted = (row: MessageRow): { quotedId?: string } => (row.quotedId ? { quotedId: row.quotedId } : {})

/** Data of the simulator's page; reads across companies, because the network has none. */
export class PhoneView {
  /**
   * @param db of the network's ledgers
   * @param desk of the connections
   * @param officialIds the simulated numbers of the official API
   */
  constructor(
    private readonly db: Database,
    private readonly desk: Database,
    private readonly officialIds: readonly string[] = [],
  ) {}

  /** @throws {AppError} ERR_NO_WAPP_FOUND unless all of them exist. */
  async requireConnections(ids: readonly number[]): Promise<void> {
    const wanted = [...new Set(ids)]
    const found = await this.list(sql`AND c.id = ANY (${wanted})`)
    if (found.length !== wanted.length) throw new AppError('ERR_NO_WAPP_FOUND')
  }

  async connections(): Promise<SimulatorConnection[]> {
    return this.addLines(await this.list(sql`ORDER BY c.id LIMIT 5000`))
  }

  async connection(id: number): Promise<SimulatorConnection> {
    const [found] = await this.addLines(await this.list(sql`AND c.id = ${id}`))
    if (!found) throw new AppError('ERR_NO_WAPP_FOUND')
    return found
  }

  /* The desk's connections may be on another primary than the network. */
  private async list(which: Sql): Promise<SimulatorConnection[]> {
    const { items, failure } = await listOnPrimaries(this.desk, (tx) =>
      query<SimulatorConnection>(tx, sql`${connectionsOf(this.officialIds)} ${which}`),
    )
    if (failure !== undefined && items.length === 0) throw failure
    return items
  }

  private async addLines(connections: readonly SimulatorConnection[]): Promise<SimulatorConnection[]> {
    const lines = await this.db.asPlatform((tx) =>
      query<{ id: number; number: string; qrcode: string }>(
        tx,
        sql`SELECT connection_id AS id, number, qrcode FROM simulator.lines WHERE connection_id = ANY (${connections.map(({ id }) => id)})`,
      ),
    )
    const byId = new Map(lines.map((line) => [line.id, line]))
    return connections.map((connection) => ({
      ...connection,
      number: byId.get(connection.id)?.number || connection.number,
      qrcode: byId.get(connection.id)?.qrcode ?? '',
    }))
  }

  async outbound(connectionId: number, after: number, limit: number): Promise<SimulatorOutboundItem[]> {
    await this.requireConnections([connectionId])
    return this.db.asPlatform(async (tx) => {
      const rows = await query<MessageRow>(
        tx,
        sql`SELECT ${MESSAGE} FROM ${MESSAGES}
          WHERE m.connection_id = ${connectionId} AND m.direction = 'out' AND m.seq > ${after} ORDER BY m.seq LIMIT ${limit}`,
      )
      return rows.map((row) => ({
        cursor: row.seq,
        connection: connectionId,
        number: toChatName(row.chat),
        id: row.id,
        body: row.body,
        kind: row.kind,
        ...toMedia(row),
        ...toVcard(row),
        ...toQuoted(row),
        ...toForwarded(row),
        sightings: row.sightings,
        ack: row.ack,
        deleted: row.deleted,
        at: row.at.toISOString(),
      }))
    })
  }

  async chats(connectionId: number): Promise<SimulatorChat[]> {
    await this.requireConnections([connectionId])
    return this.db.asPlatform(async (tx) => {
      const rows = await query<MessageRow & { title: string; unread: number }>(
        tx,
        sql`SELECT ${MESSAGE}, t.title, t.unread FROM (
           SELECT chat, max(seq) AS last,
             coalesce((array_agg(coalesce(extra #>> '{group,subject}', name) ORDER BY seq DESC) FILTER (WHERE direction = 'in' AND name <> ''))[1], '') AS title,
             count(*) FILTER (WHERE direction = 'out' AND ack < 3)::int AS unread
           FROM simulator.messages WHERE connection_id = ${connectionId} GROUP BY chat) t
         JOIN simulator.messages m ON m.seq = t.last LEFT JOIN simulator.media d ON d.id = m.media_id
         ORDER BY m.seq DESC LIMIT 500`,
      )
      return rows.map((row) => ({
        number: toChatName(row.chat),
        name: row.title,
        isGroup: isGroupChat(row.chat),
        lastBody: row.deleted ? '' : row.body,
        lastKind: row.kind,
        lastDirection: row.direction,
        lastAt: row.at.toISOString(),
        unread: row.unread,
      }))
    })
  }

  async messages(connectionId: number, chat: string): Promise<SimulatorChatMessage[]> {
    await this.requireConnections([connectionId])
    return this.db.asPlatform(async (tx) => {
      const rows = await query<MessageRow & { reaction: string | null }>(
        tx,
        sql`SELECT ${MESSAGE}, (SELECT r.emoji FROM simulator.reactions r WHERE r.connection_id = m.connection_id AND r.chat = m.chat
           AND r.message_id = m.id AND r.target_direction = m.direction AND r.direction = 'out' ORDER BY r.seq DESC LIMIT 1) AS reaction
         FROM ${MESSAGES} WHERE m.connection_id = ${connectionId} AND m.chat = ${chat} ORDER BY m.seq DESC LIMIT 200`,
      )
      return rows.reverse().map((row) => ({
        id: row.id,
        direction: row.direction,
        number: toChatName(row.chat),
        name: row.name,
        body: row.deleted ? '' : row.body,
        kind: row.kind,
        ...(row.deleted ? {} : { ...toMedia(row), ...toVcard(row) }),
        ...toQuoted(row),
        ...toForwarded(row),
        ack: row.ack,
        deleted: row.deleted,
        ...(row.edited ? { edited: true as const } : {}),
        ...(row.buttons?.length ? { buttons: row.buttons } : {}),
        ...(row.choices ? { choices: toChoices(row.choices) } : {}),
        ...(row.reaction ? { reaction: row.reaction } : {}),
        at: row.at.toISOString(),
      }))
    })
  }
}
