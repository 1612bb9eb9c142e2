import type { MessageKind, SimulatorChoices } from '@balcao/contracts'
import { AppError, type Database, type Tx } from '@balcao/kernel'
import { execute, executeLast, executeUnawaited, query, queryLast, sql } from '@balcao/platform'

import type { Group, Location, MessageMark } from '../../../features/whatsapp-driver'
import { emptyDeleted } from './forget-chats'

export interface TappedChoices extends SimulatorChoices {
  options: (SimulatorChoices['options'][number] & { id: string })[]
}

/** Fields of a message without a column of their own. */
export interface Extra {
  lid?: string | undefined
  /** Meta shows this customer's number to nobody new. */
  hidesNumber?: true | undefined
  location?: Location | undefined
  vcard?: string | undefined
  group?: { subject: string; participant: string } | undefined
  marks?: MessageMark[] | undefined
  waveform?: string | undefined
  thumbnail?: string | undefined
  /** Of a message of the desk: texts that a customer can tap to answer. */
  buttons?: string[] | undefined
  /** What the taps of `buttons` bring back, in their order; absent: their texts. */
  payloads?: string[] | undefined
  /** Of a message of the desk: buttons or a list, whose taps bring back an id. */
  choices?: TappedChoices | undefined
}

/** What can be tapped under a message of the desk. */
export type Tappable = Pick<Extra, 'buttons' | 'payloads' | 'choices'>

export interface PhoneMessage {
  connectionId: number
  /** Digits, or a group's id with `@g.us`. */
  chat: string
  id: string
  name: string
  body: string
  kind: MessageKind
  mediaId: string | null
  media: { name: string; mimeType: string; content: Buffer } | undefined
  quotedId: string
  extra: Extra
}

/** A message to deliver to the gateway. */
export interface Untaken {
  seq: number
  chat: string
  id: string
  name: string
  body: string
  kind: MessageKind
  mediaId: string | null
  mediaName: string | null
  mediaMimeType: string | null
  mediaSizeBytes: number | null
  quotedId: string
  extra: Extra
  taken: boolean
  revision: '' | 'edited' | 'deleted'
  at: Date
}

/**
 * Messages without the gateway's receipt, and revisions that
 * were not delivered, in the order in which they were stored. The transaction's last statement.
 */
export const listUntakenLast = (tx: Tx, connectionId: number, limit: number): Promise<Untaken[]> =>
  queryLast<Untaken>(
    tx,
    sql`SELECT m.seq, m.chat, m.id, m.name, m.body, m.kind, m.media_id AS "mediaId", d.name AS "mediaName", d.mime_type AS "mediaMimeType", d.size_bytes AS "mediaSizeBytes",
            m.quoted_id AS "quotedId", m.extra, m.taken, m.revision, m.at
     FROM simulator.messages m LEFT JOIN simulator.media d ON d.id = m.media_id
     WHERE m.connection_id = ${connectionId} AND m.direction = 'in' AND (NOT m.taken OR m.revision <> '')
     ORDER BY m.seq LIMIT ${limit}`,
  )

/** Messages of phones: durable before the request is answered, kept after the gateway has acknowledged them. */
export class InboundLedger {
  constructor(private readonly db: Database) {}

  /** Stores all or none; an id that exists in its chat is not changed. */
  store(messages: readonly PhoneMessage[], now: Date): Promise<void> {
    return this.db.asPlatform(async (tx) => {
      const stored = await this.insert(tx, messages, now)
      for (const { connectionId, mediaId, media } of messages) {
        if (!media || !mediaId || !stored.has(mediaId)) continue
        executeUnawaited(
          tx,
          sql`INSERT INTO simulator.media (id, connection_id, name, mime_type, size_bytes, content) VALUES (${mediaId}, ${connectionId}, ${media.name}, ${media.mimeType}, ${media.content.length}, ${media.content})`,
        )
      }
    })
  }

  listUntaken(connectionId: number, limit: number): Promise<Untaken[]> {
    return this.db.asPlatform((tx) => listUntakenLast(tx, connectionId, limit))
  }

  /** The gateway's receipt. */
  async markTaken(connectionId: number, seqs: readonly number[]): Promise<void> {
    await this.db.asPlatform((tx) =>
      executeLast(
        tx,
        sql`UPDATE simulator.messages SET taken = true, ack = greatest(ack, 1) WHERE connection_id = ${connectionId} AND seq = ANY (${seqs})`,
      ),
    )
  }

  async markRevisionTaken(connectionId: number, seq: number, body: string): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.messages SET revision = '' WHERE connection_id = ${connectionId} AND seq = ${seq} AND body = ${body}`,
      ),
    )
  }

  /** A customer edits (`body`) or deletes (undefined) what they sent. @throws {AppError} ERR_NO_MESSAGE_FOUND */
  async revise(connectionId: number, chat: string, id: string, body: string | undefined): Promise<void> {
    const isDeleted = body === undefined
    const touched = await this.db.asPlatform(async (tx) => {
      const revised = await execute(
        tx,
        sql`UPDATE simulator.messages SET deleted = ${isDeleted}, body = ${body ?? ''}, revision = ${isDeleted ? 'deleted' : 'edited'}
         WHERE connection_id = ${connectionId} AND direction = 'in' AND chat = ${chat} AND id = ${id} AND NOT deleted`,
      )
      if (isDeleted) await emptyDeleted(tx, connectionId, id)
      return revised
    })
    if (touched === 0) throw new AppError('ERR_NO_MESSAGE_FOUND')
  }

  /** An agent has read these. */
  async markRead(connectionId: number, ids: readonly string[]): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.messages SET ack = 3 WHERE connection_id = ${connectionId} AND direction = 'in' AND id = ANY (${ids})`,
      ),
    )
  }

  /** A group, from its messages; undefined when it has none. */
  async group(connectionId: number, chat: string): Promise<Group | undefined> {
    const rows = await this.db.asPlatform((tx) =>
      query<{ subject: string; participant: string }>(
        tx,
        sql`SELECT extra #>> '{group,subject}' AS subject, extra #>> '{group,participant}' AS participant FROM simulator.messages
         WHERE connection_id = ${connectionId} AND direction = 'in' AND chat = ${chat} AND extra ? 'group' ORDER BY seq DESC LIMIT 1000`,
      ),
    )
    const [newest] = rows
    if (!newest) return undefined
    const numbers = [...new Set(rows.map((row) => row.participant))].sort()
    return {
      subject: newest.subject,
      participants: numbers.map((number) => ({ number, lid: '', isAdmin: false })),
    }
  }

  async mediaContent(
    mediaId: string,
  ): Promise<{ content: Buffer; mimeType: string; name: string } | undefined> {
    const rows = await this.db.asPlatform((tx) =>
      query<{ content: Buffer; mimeType: string; name: string }>(
        tx,
        sql`SELECT content, mime_type AS "mimeType", name FROM simulator.media WHERE id = ${mediaId}`,
      ),
    )
    return rows[0]
  }

  private async insert(tx: Tx, messages: readonly PhoneMessage[], now: Date): Promise<Set<string>> {
    const rows = await query<{ media_id: string | null }>(
      tx,
      sql`INSERT INTO simulator.messages (connection_id, direction, chat, id, name, body, kind, media_id, quoted_id, extra, at)
       SELECT c, 'in', chat, id, name, body, kind, media, quoted, extra, ${now}
       FROM unnest(${messages.map((message) => message.connectionId)}::int[], ${messages.map((message) => message.chat)}::text[], ${messages.map((message) => message.id)}::text[], ${messages.map((message) => message.name)}::text[], ${messages.map((message) => message.body)}::text[], ${messages.map((message) => message.kind)}::text[], ${messages.map((message) => message.mediaId)}::text[], ${messages.map((message) => message.quotedId)}::text[], ${messages.map((message) => JSON.stringify(message.extra))}::jsonb[])
         WITH ORDINALITY AS m (c, chat, id, name, body, kind, media, quoted, extra, position)
       ORDER BY position
       ON CONFLICT (connection_id, chat, id) WHERE direction = 'in' DO NOTHING RETURNING media_id`,
    )
    return new Set(rows.flatMap((row) => row.media_id ?? []))
  }
}
