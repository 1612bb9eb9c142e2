import type { ConnectionId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute } from '@balcao/platform'

/* A person's chat is stored by its digits, a group's by its whole JID. */
const toChat = (jid: string): string => (jid.endsWith('@g.us') ? jid : jid.replace(/@.*$/, ''))

const OF_CHATS = 'connection_id = ANY ($1::int[]) AND chat = ANY ($2)'

const FORGET = [
  `DELETE FROM simulator.media WHERE id IN (SELECT media_id FROM simulator.messages WHERE ${OF_CHATS})`,
  `DELETE FROM simulator.receipts WHERE connection_id = ANY ($1::int[]) AND message_id IN (SELECT id FROM simulator.messages WHERE ${OF_CHATS})`,
  `DELETE FROM simulator.reactions WHERE ${OF_CHATS}`,
  `DELETE FROM simulator.calls WHERE ${OF_CHATS}`,
  `DELETE FROM simulator.messages WHERE ${OF_CHATS}`,
]

/** Deletes these chats from the simulated network. */
export const forgetChats = (
  db: Database,
  connectionIds: readonly ConnectionId[],
  jids: readonly string[],
): Promise<void> =>
  db.asPlatform(async (tx: Tx) => {
    for (const sql of FORGET) await execute(tx, sql, [connectionIds, jids.map(toChat)])
  })

const TOUCHED = 'connection_id = $1 AND id = $2'

/** Empties a message that was deleted for everyone, on every phone. */
export async function emptyDeleted(tx: Tx, connectionId: number, id: string): Promise<void> {
  await execute(
    tx,
    `DELETE FROM simulator.media WHERE id IN (SELECT media_id FROM simulator.messages WHERE ${TOUCHED} AND deleted)`,
    [connectionId, id],
  )
  await execute(
    tx,
    `UPDATE simulator.messages SET body = '', media_id = NULL, extra = extra - 'location' - 'vcard' WHERE ${TOUCHED} AND deleted`,
    [connectionId, id],
  )
}
