import { type Database, SECOND, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import { receiveFrame, type Client } from './device-ledger'
import { toChatName } from './translate'

/** A phone shows "typing…" this long, unless it is told again. */
export const TYPING_MS = 15 * SECOND

/** The chats in which customers see that an agent types. */
export class TypingLedger {
  constructor(private readonly db: Database) {}

  /** @throws {AppError} ERR_WAPP_NOT_INITIALIZED when this client is not the connected one. */
  async receive(client: Client, chat: string, isTyping: boolean, now: Date): Promise<void> {
    const endsAt = new Date(now.getTime() + TYPING_MS)
    await this.db.asPlatform(async (tx) => {
      await receiveFrame(tx, client)
      if (!isTyping) return stopTyping(tx, client.connectionId, chat)
      await execute(
        tx,
        sql`INSERT INTO simulator.typing (connection_id, chat, ends_at) VALUES (${client.connectionId}, ${chat}, ${endsAt})
          ON CONFLICT (connection_id, chat) DO UPDATE SET ends_at = excluded.ends_at`,
      )
    })
  }

  /** Names of the chats. */
  async list(connectionId: number, now: Date): Promise<string[]> {
    const rows = await this.db.asPlatform((tx) =>
      query<{ chat: string }>(
        tx,
        sql`SELECT chat FROM simulator.typing WHERE connection_id = ${connectionId} AND ends_at > ${now} ORDER BY chat`,
      ),
    )
    return rows.map(({ chat }) => toChatName(chat))
  }
}

/** Also what a message does that arrives in the chat. */
export async function stopTyping(tx: Tx, connectionId: number, chat: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM simulator.typing WHERE connection_id = ${connectionId} AND chat = ${chat}`,
  )
}
