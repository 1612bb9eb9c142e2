import { AppError, type Database } from '@balcao/kernel'
import { execute, Parameter, query, sql } from '@balcao/platform'

import type { InboundReaction, Refusal } from '../../../features/whatsapp-driver'
import { receiveFrame, type Client } from './device-ledger'
import { isGroupChat, toAddress } from './translate'

/** A reaction of a phone to a message of one of its chats. */
export interface PhoneReaction {
  connectionId: number
  chat: string
  messageId: string
  /** '' removes the reaction. */
  emoji: string
  /** Digits of the author in a group; else ''. */
  participant: string
}

interface Row {
  seq: number
  chat: string
  message_id: string
  target_direction: 'in' | 'out'
  target_participant: string | null
  emoji: string
  person: string
  name: string
  at: Date
}

export interface UntakenReaction {
  seq: number
  reaction: InboundReaction
}

const toReaction = (row: Row): UntakenReaction => ({
  seq: row.seq,
  reaction: {
    chat: toAddress(row.chat),
    author: row.target_participant ? { phone: row.target_participant } : undefined,
    fromMe: row.target_direction === 'out',
    waId: row.message_id,
    emoji: row.emoji,
    by: { number: row.person, lid: '', name: row.name },
    sentAt: row.at,
  },
})

/** Reactions: the gateway's as received, the phones' until the gateway has recorded them. */
export class ReactionLedger {
  constructor(private readonly db: Database) {}

  /** Answers the refusal, if the server refuses it. */
  receive(
    client: Client,
    target: { chat: string; messageId: string; direction: 'in' | 'out' },
    emoji: string,
    now: Date,
  ): Promise<Refusal | undefined> {
    return this.db.asPlatform(async (tx) => {
      const refusal = await receiveFrame(tx, client)
      if (refusal) return refusal
      await execute(
        tx,
        sql`INSERT INTO simulator.reactions (connection_id, direction, chat, message_id, target_direction, emoji, taken, at)
         VALUES (${client.connectionId}, 'out', ${target.chat}, ${target.messageId}, ${target.direction}, ${emoji}, true, ${now})`,
      )
      return undefined
    })
  }

  /** @throws {AppError} ERR_NO_MESSAGE_FOUND */
  async put(reaction: PhoneReaction, now: Date): Promise<void> {
    const { connectionId, chat, messageId, emoji, participant } = reaction
    const [connection, inChat, message] = [connectionId, chat, messageId].map((value) => new Parameter(value))
    const by = new Parameter(isGroupChat(chat) ? participant : chat)
    const put = await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`INSERT INTO simulator.reactions (connection_id, direction, chat, message_id, target_direction, emoji, person, name, at)
         SELECT ${connection}, 'in', ${inChat}, ${message}, m.direction, ${emoji}, ${by},
           coalesce((SELECT n.name FROM simulator.messages n WHERE n.connection_id = ${connection} AND n.chat = ${inChat} AND n.direction = 'in' AND n.name <> ''
             AND coalesce(n.extra #>> '{group,participant}', n.chat) = ${by} ORDER BY n.seq DESC LIMIT 1), ''), ${now}
         FROM simulator.messages m WHERE m.connection_id = ${connection} AND m.chat = ${inChat} AND m.id = ${message} ORDER BY m.seq DESC LIMIT 1`,
      ),
    )
    if (put === 0) throw new AppError('ERR_NO_MESSAGE_FOUND')
  }

  /** Reactions that the gateway has not recorded, to messages that it has. */
  async listUntaken(connectionId: number, limit: number): Promise<UntakenReaction[]> {
    const rows = await this.db.asPlatform((tx) =>
      query<Row>(
        tx,
        sql`SELECT r.*, m.extra #>> '{group,participant}' AS target_participant FROM simulator.reactions r
         JOIN simulator.messages m ON m.connection_id = r.connection_id AND m.chat = r.chat AND m.id = r.message_id AND m.direction = r.target_direction
         WHERE r.connection_id = ${connectionId} AND r.direction = 'in' AND NOT r.taken AND (m.taken OR m.direction = 'out') ORDER BY r.seq LIMIT ${limit}`,
      ),
    )
    return rows.map(toReaction)
  }

  async markTaken(connectionId: number, seq: number): Promise<void> {
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`UPDATE simulator.reactions SET taken = true WHERE connection_id = ${connectionId} AND seq = ${seq}`,
      ),
    )
  }
}
