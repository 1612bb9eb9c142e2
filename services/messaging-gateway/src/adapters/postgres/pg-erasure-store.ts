import { connectionId, type CompanyId, type ConnectionId, type MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { ErasedNames, ErasureStore } from '../../features/erasure/erasure.store'

/* The indexes of chats begin with their connection. */
const CONNECTIONS = '(SELECT id FROM connections WHERE company_id = $1)'
const IN_CHATS = `company_id = $1 AND connection_id IN ${CONNECTIONS} AND remote_jid = ANY ($2)`

/* With those that were merged into them, which have no names any more. */
const CONVERSATIONS = `WITH RECURSIVE gone (id) AS (
    SELECT conversation_id FROM conversation_aliases WHERE company_id = $1 AND alias = ANY ($2)
    UNION SELECT c.id FROM gone g JOIN conversations c ON c.company_id = $1 AND c.merged_into = g.id)`

const EMPTY = `payload = '{}', updated_at = clock_timestamp()`
const GIVE_UP = `state = CASE WHEN settled THEN state ELSE 'FAILED' END, settled = true, remote_jid = ''`
const OF_MESSAGES = 'company_id = $1 AND (message_id = ANY ($2::uuid[]) OR target_id = ANY ($2::uuid[]))'

/* Numbers are parts of the ids that the protocol library gives to keys: address, device, list. */
const ERASE_SECRETS = `DELETE FROM signal_secrets WHERE company_id = $1 AND connection_id IN ${CONNECTIONS}
  AND type NOT IN ('credentials', 'pre-key', 'sent-message') AND regexp_split_to_array(id, '[^0-9]+') && $2::text[]`

const ERASE_SENT = `DELETE FROM signal_secrets s USING outbound o
  WHERE o.company_id = $1 AND (o.message_id = ANY ($2::uuid[]) OR o.target_id = ANY ($2::uuid[])) AND o.settled
    AND s.company_id = $1 AND s.connection_id = o.connection_id AND s.type = 'sent-message' AND s.id = o.wa_id`

/* Looked up in the journal by the names, which its index begins with. */
const IDLE = `SELECT c.id FROM conversations c WHERE c.company_id = $1 AND c.merged_into IS NULL
    AND c.id IN (SELECT o.conversation_id FROM outbound o WHERE ${OF_MESSAGES})
    AND NOT EXISTS (SELECT 1 FROM outbound o WHERE o.company_id = $1 AND o.conversation_id = c.id AND NOT o.settled AND NOT o.message_id = ANY ($2::uuid[]))
    AND NOT EXISTS (SELECT 1 FROM conversation_aliases a JOIN inbound_messages m ON m.company_id = $1 AND m.connection_id = c.connection_id
        AND m.remote_jid = CASE split_part(a.alias, ':', 1) WHEN 'phone' THEN substr(a.alias, 7) || '@s.whatsapp.net'
          WHEN 'lid' THEN substr(a.alias, 5) || '@lid' ELSE substr(a.alias, strpos(a.alias, ':') + 1) END
      WHERE a.company_id = $1 AND a.conversation_id = c.id)`

async function connectionsOf(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]> {
  const sql = 'SELECT id FROM connections WHERE company_id = $1 ORDER BY id'
  return (await query<{ id: number }>(tx, sql, [companyId])).map(({ id }) => connectionId(id))
}

async function lockNames(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<void> {
  for (const id of await connectionsOf(tx, companyId))
    for (const alias of aliases.toSorted())
      await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('alias:' || $2, $1))`, [id, alias])
}

async function dropConversations(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<void> {
  const gone = await query<{ id: string }>(tx, `${CONVERSATIONS} SELECT id FROM gone`, [companyId, aliases])
  const ids = gone.map(({ id }) => id)
  const waiting = `UPDATE outbound SET ${GIVE_UP}, ${EMPTY} WHERE company_id = $1 AND conversation_id = ANY ($2::uuid[]) AND NOT settled`
  await execute(tx, waiting, [companyId, ids])
  const moves = `DELETE FROM conversation_moves WHERE company_id = $1 AND (to_id = ANY ($2::uuid[]) OR from_id = ANY ($2::uuid[]) OR aliases && $3)`
  await execute(tx, moves, [companyId, ids, aliases])
  for (const [table, column] of [
    ['media_fetches', 'conversation_id'],
    ['placeholders', 'conversation_id'],
    ['conversation_aliases', 'conversation_id'],
    ['conversations', 'id'],
  ]) {
    const sql = `DELETE FROM ${table} WHERE company_id = $1 AND ${column} = ANY ($2::uuid[])`
    await execute(tx, sql, [companyId, ids])
  }
}

async function dropLookups(tx: Tx, companyId: CompanyId, { jids, numbers }: ErasedNames): Promise<void> {
  const deletions: [string, readonly string[]][] = [
    [
      `DELETE FROM pictures WHERE company_id = $1 AND connection_id IN ${CONNECTIONS} AND jid = ANY ($2)`,
      jids,
    ],
    [
      `DELETE FROM address_book WHERE company_id = $1 AND connection_id IN ${CONNECTIONS} AND number = ANY ($2)`,
      numbers,
    ],
    [
      'DELETE FROM number_checks WHERE company_id = $1 AND (number = ANY ($2) OR canonical = ANY ($2))',
      numbers,
    ],
    [
      'DELETE FROM read_marks WHERE company_id = $1 AND (remote_jid = ANY ($2) OR participant = ANY ($2))',
      jids,
    ],
    [ERASE_SECRETS, numbers],
  ]
  for (const [sql, names] of deletions) await execute(tx, sql, [companyId, names])
}

/** What is erased, in Postgres. */
export class PgErasureStore implements ErasureStore {
  async listAliases(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<string[]> {
    const sql = `${CONVERSATIONS} SELECT a.alias FROM conversation_aliases a JOIN gone ON gone.id = a.conversation_id WHERE a.company_id = $1`
    const rows = await query<{ alias: string }>(tx, sql, [companyId, aliases])
    return [...new Set([...aliases, ...rows.map(({ alias }) => alias)])]
  }

  listConnectionIds(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]> {
    return connectionsOf(tx, companyId)
  }

  async listBlobKeys(tx: Tx, companyId: CompanyId, { jids }: ErasedNames): Promise<string[]> {
    const sql = `SELECT media_key AS key FROM inbound_messages WHERE ${IN_CHATS} AND media_key <> ''
      UNION SELECT unnest(ARRAY[key, stale_key]) FROM pictures
        WHERE company_id = $1 AND connection_id IN ${CONNECTIONS} AND jid = ANY ($2)`
    const rows = await query<{ key: string }>(tx, sql, [companyId, jids])
    return rows.flatMap(({ key }) => (key === '' ? [] : [key]))
  }

  async eraseContact(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<void> {
    await lockNames(tx, companyId, names.aliases)
    await dropConversations(tx, companyId, names.aliases)
    await execute(tx, `DELETE FROM inbound_messages WHERE ${IN_CHATS}`, [companyId, names.jids])
    await dropLookups(tx, companyId, names)
  }

  async emptyMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await execute(tx, ERASE_SENT, [companyId, ids])
    const sql = `UPDATE outbound SET ${EMPTY} WHERE ${OF_MESSAGES} AND settled AND payload <> '{}'::jsonb`
    await execute(tx, sql, [companyId, ids])
  }

  async forgetMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await execute(tx, ERASE_SENT, [companyId, ids])
    await execute(tx, `UPDATE outbound SET ${GIVE_UP}, ${EMPTY} WHERE ${OF_MESSAGES}`, [companyId, ids])
  }

  async emptyFinished(tx: Tx, failedBefore: Date, most: number): Promise<number> {
    const sql = `UPDATE outbound SET payload = '{}' WHERE id IN (
      SELECT id FROM outbound WHERE settled AND payload <> '{}'::jsonb
        AND (operation = 'send' OR state <> 'FAILED' OR updated_at < $1) LIMIT $2)`
    return execute(tx, sql, [failedBefore, most])
  }

  async deleteIdleConversations(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    const idle = await query<{ id: string }>(tx, IDLE, [companyId, ids])
    const names = `SELECT alias FROM conversation_aliases WHERE company_id = $1 AND conversation_id = ANY ($2::uuid[])`
    const rows = await query<{ alias: string }>(tx, names, [companyId, idle.map(({ id }) => id)])
    if (rows.length > 0)
      await dropConversations(
        tx,
        companyId,
        rows.map(({ alias }) => alias),
      )
  }
}
