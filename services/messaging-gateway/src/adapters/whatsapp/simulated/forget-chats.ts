import type { ConnectionId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute, rawSql, sql } from '@balcao/platform'

import type { Address } from '../../../features/whatsapp-driver'
import { toChat } from './translate'

/** Deletes these chats from the simulated network. */
export function forgetChats(
  db: Database,
  connectionIds: readonly ConnectionId[],
  chats: readonly Address[],
): Promise<void> {
  const inChats = sql`connection_id = ANY (${connectionIds}::int[]) AND chat = ANY (${chats.map(toChat)})`
  const messages = sql`FROM simulator.messages WHERE ${inChats}`
  return db.asPlatform(async (tx: Tx) => {
    await execute(tx, sql`DELETE FROM simulator.media WHERE id IN (SELECT media_id ${messages})`)
    await execute(
      tx,
      sql`DELETE FROM simulator.receipts
        WHERE connection_id = ANY (${connectionIds}::int[]) AND message_id IN (SELECT id ${messages})`,
    )
    await execute(tx, sql`DELETE FROM simulator.reactions WHERE ${inChats}`)
    await execute(tx, sql`DELETE FROM simulator.calls WHERE ${inChats}`)
    await execute(tx, sql`DELETE FROM simulator.typing WHERE ${inChats}`)
    await execute(tx, sql`DELETE ${messages}`)
  })
}

const TABLES = ['media', 'receipts', 'reactions', 'calls', 'typing', 'messages', 'lines']

/** Deletes all that these connections' numbers ever had. */
export const forgetConnections = (db: Database, connectionIds: readonly ConnectionId[]): Promise<void> =>
  db.asPlatform(async (tx: Tx) => {
    for (const table of TABLES)
      await execute(
        tx,
        sql`DELETE FROM simulator.${rawSql(table)} WHERE connection_id = ANY (${connectionIds}::int[])`,
      )
  })

/** Empties a message that was deleted for everyone, on every phone. */
export async function emptyDeleted(tx: Tx, connectionId: number, id: string): Promise<void> {
  const deleted = sql`connection_id = ${connectionId} AND id = ${id} AND deleted`
  await execute(
    tx,
    sql`DELETE FROM simulator.media WHERE id IN (SELECT media_id FROM simulator.messages WHERE ${deleted})`,
  )
  await execute(
    tx,
    sql`UPDATE simulator.messages SET body = '', media_id = NULL, extra = extra - 'location' - 'vcard' - 'waveform' - 'thumbnail' WHERE ${deleted}`,
  )
}
