import { listOnPrimaries, type Database, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { FormerMessage } from '../graph-server'
import { stopTyping, TYPING_MS } from '../simulated/typing-ledger'
import type { Extra, Tappable, Untaken } from '../simulated/inbound-ledger'
import { listUntakenLast } from '../simulated/inbound-ledger'
import type { ArrivedContent } from './arrived-content'

/* More chats of a demo are not kept open over a restart. */
const MOST_RESTORED = 5_000

/** A connection of the desk and its number at Meta. */
export interface OfficialLine {
  connectionId: number
  phoneNumberId: string
}

export interface Arrival extends Pick<ArrivedContent, 'kind' | 'body' | 'extra'> {
  chat: string
  id: string
  quotedId: string
  media: { id: string; name: string; mimeType: string; content: Buffer } | undefined
  at: Date
}

/** What the customers of official numbers have on their phones: in the simulated network's ledger, so that it outlives the process. */
export class OfficialLedger {
  /**
   * @param db of the network's ledgers
   * @param desk of the connections
   */
  constructor(
    private readonly db: Database,
    private readonly desk: Database,
  ) {}

  /** Connections that have entered this number's credentials. */
  async listLines(phoneNumberIds: readonly string[]): Promise<OfficialLine[]> {
    const { items } = await listOnPrimaries(this.desk, (tx) =>
      query<OfficialLine>(
        tx,
        sql`SELECT connection_id AS "connectionId", phone_number_id AS "phoneNumberId" FROM cloud_accounts
          WHERE phone_number_id = ANY (${phoneNumberIds}) ORDER BY connection_id`,
      ),
    )
    return items
  }

  storeArrival(connectionId: number, { media, ...message }: Arrival): Promise<void> {
    const { chat, id, body, kind, quotedId, extra, at } = message
    return this.db.asPlatform(async (tx) => {
      await execute(
        tx,
        sql`INSERT INTO simulator.messages (connection_id, direction, chat, id, body, kind, media_id, quoted_id, extra, ack, at)
          VALUES (${connectionId}, 'out', ${chat}, ${id}, ${body}, ${kind}, ${media?.id ?? null}, ${quotedId}, ${JSON.stringify(extra)}, 2, ${at})
          ON CONFLICT (connection_id, id) WHERE direction = 'out' DO NOTHING`,
      )
      await stopTyping(tx, connectionId, chat)
      if (!media) return
      await execute(
        tx,
        sql`INSERT INTO simulator.media (id, connection_id, name, mime_type, size_bytes, content)
          VALUES (${media.id}, ${connectionId}, ${media.name}, ${media.mimeType}, ${media.content.length}, ${media.content}) ON CONFLICT DO NOTHING`,
      )
    })
  }

  /** The desk's reaction to a message of the chat; '' takes it back. */
  storeReaction(
    connectionId: number,
    { chat, messageId, emoji, at }: { chat: string; messageId: string; emoji: string; at: Date },
  ): Promise<void> {
    return this.change(
      sql`INSERT INTO simulator.reactions (connection_id, direction, chat, message_id, target_direction, emoji, taken, at)
        SELECT m.connection_id, 'out', m.chat, m.id, m.direction, ${emoji}, true, ${at} FROM simulator.messages m
        WHERE m.connection_id = ${connectionId} AND m.chat = ${chat} AND m.id = ${messageId}`,
    )
  }

  /** The desk has these of the customers. */
  markTaken(connectionId: number, ids: readonly string[]): Promise<void> {
    return this.change(
      sql`UPDATE simulator.messages SET taken = true, ack = greatest(ack, 1)
        WHERE connection_id = ${connectionId} AND direction = 'in' AND id = ANY (${ids})`,
    )
  }

  /** An agent has read this message of a customer, and those before it. */
  markReadUpTo(id: string): Promise<void> {
    return this.change(
      sql`UPDATE simulator.messages m SET ack = 3 FROM simulator.messages r
        WHERE r.id = ${id} AND r.direction = 'in' AND m.connection_id = r.connection_id AND m.chat = r.chat
          AND m.direction = 'in' AND m.seq <= r.seq AND m.ack < 3`,
    )
  }

  /** The customer has read, or played, these. */
  markSeen(connectionId: number, ids: readonly string[], ack: 3 | 4): Promise<void> {
    return this.change(
      sql`UPDATE simulator.messages SET ack = greatest(ack, ${ack}::smallint)
        WHERE connection_id = ${connectionId} AND direction = 'out' AND id = ANY (${ids})`,
    )
  }

  showTyping(connectionId: number, chat: string, now: Date): Promise<void> {
    const endsAt = new Date(now.getTime() + TYPING_MS)
    return this.change(
      sql`INSERT INTO simulator.typing (connection_id, chat, ends_at) VALUES (${connectionId}, ${chat}, ${endsAt})
        ON CONFLICT (connection_id, chat) DO UPDATE SET ends_at = excluded.ends_at`,
    )
  }

  /** Everything in the chat is so much older. */
  age(connectionId: number, chat: string, ms: number): Promise<void> {
    return this.change(
      sql`UPDATE simulator.messages SET at = at - ${ms} * interval '1 millisecond'
        WHERE connection_id = ${connectionId} AND chat = ${chat}`,
    )
  }

  /** Which of these arrived at this chat's customer, or at any of the connection's. */
  async listArrived(connectionId: number, ids: readonly string[]): Promise<string[]> {
    const rows = await this.db.asPlatform((tx) =>
      query<{ id: string }>(
        tx,
        sql`SELECT id FROM simulator.messages WHERE connection_id = ${connectionId} AND direction = 'out' AND id = ANY (${ids}) ORDER BY seq`,
      ),
    )
    return rows.map(({ id }) => id)
  }

  /** What can be tapped under a message of the desk. */
  async findTappable(connectionId: number, id: string): Promise<Tappable> {
    const [row] = await this.db.asPlatform((tx) =>
      query<{ extra: Extra }>(
        tx,
        sql`SELECT extra FROM simulator.messages WHERE connection_id = ${connectionId} AND direction = 'out' AND id = ${id}`,
      ),
    )
    return row?.extra ?? {}
  }

  /** Messages of a connection's chats, oldest first. */
  async listFormer({ connectionId, phoneNumberId }: OfficialLine): Promise<{
    received: FormerMessage[]
    arrived: (FormerMessage & { kind: string })[]
    /** Chats of customers who hide the number. */
    hidden: string[]
    untaken: Untaken[]
  }> {
    const [rows, untaken] = await this.db.asPlatform((tx: Tx) =>
      Promise.all([
        query<{
          direction: 'in' | 'out'
          id: string
          chat: string
          at: Date
          kind: string
          isHidden: boolean
        }>(
          tx,
          sql`SELECT direction, id, chat, at, kind, extra ? 'hidesNumber' AS "isHidden" FROM simulator.messages WHERE connection_id = ${connectionId} ORDER BY seq DESC LIMIT ${MOST_RESTORED}`,
        ),
        listUntakenLast(tx, connectionId, MOST_RESTORED),
      ]),
    )
    const former = rows.reverse().map(({ direction, id, chat, at, kind }) => ({
      direction,
      kind,
      id,
      from: chat,
      at,
      phoneNumberId,
    }))
    return {
      received: former.filter(({ direction }) => direction === 'in'),
      arrived: former.filter(({ direction }) => direction === 'out'),
      hidden: rows.filter(({ isHidden }) => isHidden).map(({ chat }) => chat),
      untaken,
    }
  }

  private async change(statement: ReturnType<typeof sql>): Promise<void> {
    await this.db.asPlatform((tx) => execute(tx, statement))
  }
}
