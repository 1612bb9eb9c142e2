import type { MessageKind, SimulatorBehaviour } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute, query, sql, type Sql } from '@balcao/platform'

import type { Refusal } from '../../../features/whatsapp-driver'
import { emptyDeleted } from './forget-chats'
import type { Extra } from './inbound-ledger'
import { receiveFrame, type Client } from './device-ledger'
import { automaticReceipts, type DueReceipt } from './receipts'
import { stopTyping } from './typing-ledger'

export interface DeskMessage {
  chat: string
  id: string
  body: string
  kind: MessageKind
  media: { id: string; name: string; mimeType: string; content: Buffer } | undefined
  quotedId: string
  extra: Extra
}

export interface PlannedReceipt extends DueReceipt {
  id: number
}

/** Messages received from the gateway: each id once, also when it is sent again. */
export class OutboundLedger {
  constructor(
    private readonly db: Database,
    private readonly chance: () => number,
  ) {}

  /** Stores a message from the connected client. Answers the refusal, if the server refuses it. */
  receive(client: Client, message: DeskMessage, now: Date): Promise<Refusal | undefined> {
    return this.db.asPlatform(async (tx) => {
      const refusal = await receiveFrame(tx, client)
      if (refusal) return refusal
      const isNew = await this.insert(tx, client.connectionId, message, now)
      if (!isNew) return undefined
      await stopTyping(tx, client.connectionId, message.chat)
      if (message.media) await this.insertMedia(tx, client.connectionId, message.media)
      await this.plan(
        tx,
        client.connectionId,
        automaticReceipts(await readBehaviour(tx), message.id, now, this.chance),
      )
      return undefined
    })
  }

  /** Deletes for everyone. A repeat or an unknown id changes nothing. */
  revoke(client: Client, targetId: string): Promise<Refusal | undefined> {
    return this.change(client, targetId, sql`deleted = true`)
  }

  /** Replaces the text. A repeat, an unknown id or a deleted message changes nothing. */
  edit(client: Client, targetId: string, body: string): Promise<Refusal | undefined> {
    return this.change(client, targetId, sql`edited = true, body = ${body}`)
  }

  /** Receipts given by hand. Answers how many of the ids exist. */
  give(connectionId: number, ids: readonly string[], ack: 2 | 3 | 4, now: Date): Promise<number> {
    return this.db.asPlatform(async (tx) => {
      const rows = await query<{ id: string }>(
        tx,
        sql`SELECT id FROM simulator.messages WHERE connection_id = ${connectionId} AND direction = 'out' AND id = ANY (${ids}) ORDER BY seq`,
      )
      await this.plan(
        tx,
        connectionId,
        rows.map(({ id }) => ({ messageId: id, ack, dueAt: now })),
      )
      return rows.length
    })
  }

  /** Everything received in a chat and not read yet. */
  async listUnread(connectionId: number, chat: string): Promise<string[]> {
    const rows = await this.db.asPlatform((tx) =>
      query<{ id: string }>(
        tx,
        sql`SELECT id FROM simulator.messages WHERE connection_id = ${connectionId} AND direction = 'out' AND chat = ${chat} AND ack < 3 ORDER BY seq`,
      ),
    )
    return rows.map((row) => row.id)
  }

  /** Scheduled receipts, earliest first. */
  async listReceipts(connectionId: number, limit: number): Promise<PlannedReceipt[]> {
    return this.db.asPlatform((tx) =>
      query<PlannedReceipt>(
        tx,
        sql`SELECT id, message_id AS "messageId", ack, due_at AS "dueAt" FROM simulator.receipts
         WHERE connection_id = ${connectionId} ORDER BY due_at, id LIMIT ${limit}`,
      ),
    )
  }

  /** Receipts that the gateway has recorded. */
  markGiven(
    connectionId: number,
    receipts: readonly { id: number; messageId: string; ack: number }[],
  ): Promise<void> {
    return this.db.asPlatform(async (tx) => {
      await execute(
        tx,
        sql`DELETE FROM simulator.receipts WHERE connection_id = ${connectionId} AND id = ANY (${receipts.map((receipt) => receipt.id)})`,
      )
      await execute(
        tx,
        sql`UPDATE simulator.messages m SET ack = greatest(m.ack, g.ack)
         FROM (SELECT id, max(ack) AS ack FROM unnest(${receipts.map((receipt) => receipt.messageId)}::text[], ${receipts.map((receipt) => receipt.ack)}::int[]) AS r (id, ack) GROUP BY id) g
         WHERE m.connection_id = ${connectionId} AND m.direction = 'out' AND m.id = g.id`,
      )
    })
  }

  behaviour(): Promise<SimulatorBehaviour> {
    return this.db.asPlatform(readBehaviour)
  }

  changeBehaviour(changes: Partial<SimulatorBehaviour>): Promise<SimulatorBehaviour> {
    return this.db.asPlatform(async (tx) => {
      const next = { ...(await readBehaviour(tx)), ...changes }
      await execute(
        tx,
        sql`UPDATE simulator.behaviour SET receipts = ${next.receipts}, delay_ms = ${next.delayMs}, drop_rate = ${next.dropRate}, duplicate_rate = ${next.duplicateRate}, reorder = ${next.reorder}`,
      )
      return next
    })
  }

  private change(client: Client, targetId: string, change: Sql): Promise<Refusal | undefined> {
    return this.db.asPlatform(async (tx) => {
      const refusal = await receiveFrame(tx, client)
      if (refusal) return refusal
      await execute(
        tx,
        sql`UPDATE simulator.messages SET ${change}
          WHERE connection_id = ${client.connectionId} AND direction = 'out' AND id = ${targetId} AND NOT deleted`,
      )
      await emptyDeleted(tx, client.connectionId, targetId)
      return undefined
    })
  }

  private async insert(tx: Tx, connectionId: number, message: DeskMessage, now: Date): Promise<boolean> {
    const rows = await query<{ sightings: number }>(
      tx,
      sql`INSERT INTO simulator.messages (connection_id, direction, chat, id, body, kind, media_id, quoted_id, extra, ack, at)
       VALUES (${connectionId}, 'out', ${message.chat}, ${message.id}, ${message.body}, ${message.kind}, ${message.media?.id ?? null}, ${message.quotedId}, ${JSON.stringify(message.extra)}, 1, ${now})
       ON CONFLICT (connection_id, id) WHERE direction = 'out' DO UPDATE SET sightings = simulator.messages.sightings + 1
       RETURNING sightings`,
    )
    return rows[0]?.sightings === 1
  }

  private async insertMedia(
    tx: Tx,
    connectionId: number,
    media: NonNullable<DeskMessage['media']>,
  ): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO simulator.media (id, connection_id, name, mime_type, size_bytes, content) VALUES (${media.id}, ${connectionId}, ${media.name}, ${media.mimeType}, ${media.content.length}, ${media.content})`,
    )
  }

  private async plan(tx: Tx, connectionId: number, receipts: readonly DueReceipt[]): Promise<void> {
    for (const receipt of receipts) {
      await execute(
        tx,
        sql`INSERT INTO simulator.receipts (connection_id, message_id, ack, due_at) VALUES (${connectionId}, ${receipt.messageId}, ${receipt.ack}, ${receipt.dueAt})`,
      )
    }
  }
}

async function readBehaviour(tx: Tx): Promise<SimulatorBehaviour> {
  const rows = await query<SimulatorBehaviour>(
    tx,
    `SELECT receipts, delay_ms AS "delayMs", drop_rate AS "dropRate", duplicate_rate AS "duplicateRate", reorder FROM simulator.behaviour`,
  )
  if (!rows[0]) throw new Error('The simulated network has no behaviour')
  return rows[0]
}
