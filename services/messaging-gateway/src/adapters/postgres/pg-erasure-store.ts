import { connectionId, type CompanyId, type ConnectionId, type MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, type Sql } from '@balcao/platform'

import type { ErasedNames, ErasureStore } from '../../features/erasure/erasure.store'
import { jidOfAlias } from './alias-sql'
import { lockAlias } from './pg-conversation-store'

/* Names the connections too, because the indexes of chats begin with `connection_id`. */
const inCompany = (companyId: CompanyId): Sql =>
  sql`company_id = ${companyId} AND connection_id IN (SELECT id FROM connections WHERE company_id = ${companyId})`

/* Includes conversations that were merged into them, which have no aliases of their own. */
const withConversations = (companyId: CompanyId, aliases: readonly string[]): Sql =>
  sql`WITH RECURSIVE gone (id) AS (
      SELECT conversation_id FROM conversation_aliases WHERE company_id = ${companyId} AND alias = ANY (${aliases})
      UNION SELECT c.id FROM gone g JOIN conversations c ON c.company_id = ${companyId} AND c.merged_into = g.id)`

const EMPTY = rawSql(`payload = '{}', updated_at = clock_timestamp()`)
const GIVE_UP = rawSql(
  `state = CASE WHEN settled THEN state ELSE 'FAILED' END, settled = true, remote_jid = ''`,
)

/* A condition on `outbound o`. */
const aboutMessages = (companyId: CompanyId, ids: readonly MessageId[]): Sql =>
  sql`o.company_id = ${companyId} AND (o.message_id = ANY (${ids}::uuid[]) OR o.target_id = ANY (${ids}::uuid[]))`

async function listConnectionIds(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM connections WHERE company_id = ${companyId} ORDER BY id`,
  )
  return rows.map(({ id }) => connectionId(id))
}

async function lockNames(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<void> {
  for (const id of await listConnectionIds(tx, companyId))
    for (const alias of aliases.toSorted()) lockAlias(tx, id, alias)
}

async function dropConversations(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<void> {
  const gone = await query<{ id: string }>(
    tx,
    sql`${withConversations(companyId, aliases)} SELECT id FROM gone`,
  )
  const ids = gone.map(({ id }) => id)
  await execute(
    tx,
    sql`UPDATE outbound SET ${GIVE_UP}, ${EMPTY}
      WHERE company_id = ${companyId} AND conversation_id = ANY (${ids}::uuid[]) AND NOT settled`,
  )
  await execute(
    tx,
    sql`DELETE FROM conversation_moves WHERE company_id = ${companyId}
      AND (to_id = ANY (${ids}::uuid[]) OR from_id = ANY (${ids}::uuid[]) OR aliases && ${aliases})`,
  )
  for (const [table, column] of [
    ['media_fetches', 'conversation_id'],
    ['placeholders', 'conversation_id'],
    ['conversation_aliases', 'conversation_id'],
    ['conversations', 'id'],
  ] as const) {
    const rows = sql`company_id = ${companyId} AND ${rawSql(column)} = ANY (${ids}::uuid[])`
    await execute(tx, sql`DELETE FROM ${rawSql(table)} WHERE ${rows}`)
  }
}

async function dropLookups(
  tx: Tx,
  companyId: CompanyId,
  { remoteJids, numbers }: ErasedNames,
): Promise<void> {
  const ours = inCompany(companyId)
  await execute(tx, sql`DELETE FROM pictures WHERE ${ours} AND jid = ANY (${remoteJids})`)
  await execute(tx, sql`DELETE FROM address_book WHERE ${ours} AND number = ANY (${numbers})`)
  await execute(
    tx,
    sql`DELETE FROM number_checks WHERE company_id = ${companyId}
      AND (number = ANY (${numbers}) OR canonical = ANY (${numbers}))`,
  )
  await execute(
    tx,
    sql`DELETE FROM read_marks WHERE company_id = ${companyId}
      AND (remote_jid = ANY (${remoteJids}) OR participant = ANY (${remoteJids}))`,
  )
  await execute(
    tx,
    sql`DELETE FROM network_events WHERE ${ours} AND chat = ANY (${numbers.flatMap((number) => [`chat:${number}`, `status:${number}`])})`,
  )
  // Phone numbers are parts of the key ids that the protocol library uses: addresses, devices, lists.
  await execute(
    tx,
    sql`DELETE FROM signal_secrets WHERE ${ours} AND type NOT IN ('credentials', 'pre-key', 'sent-message')
      AND regexp_split_to_array(id, '[^0-9]+') && ${numbers}::text[]`,
  )
}

async function eraseSent(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM signal_secrets s USING outbound o WHERE ${aboutMessages(companyId, ids)} AND o.settled
      AND s.company_id = o.company_id AND s.connection_id = o.connection_id AND s.type = 'sent-message' AND s.id = o.wa_id`,
  )
}

/* The journal is searched by aliases, because its index begins with them. */
const selectIdle = (companyId: CompanyId, ids: readonly MessageId[]): Sql =>
  sql`SELECT c.id FROM conversations c WHERE c.company_id = ${companyId} AND c.merged_into IS NULL
    AND c.id IN (SELECT o.conversation_id FROM outbound o WHERE ${aboutMessages(companyId, ids)})
    AND NOT EXISTS (SELECT 1 FROM outbound o WHERE o.company_id = c.company_id AND o.conversation_id = c.id
        AND NOT o.settled AND NOT o.message_id = ANY (${ids}::uuid[]))
    AND NOT EXISTS (SELECT 1 FROM conversation_aliases a
        JOIN inbound_messages m ON m.company_id = a.company_id AND m.connection_id = c.connection_id
        AND m.remote_jid = ${jidOfAlias('a.alias')}
      WHERE a.company_id = c.company_id AND a.conversation_id = c.id)`

const listAliases = async (tx: Tx, statement: Sql): Promise<string[]> =>
  (await query<{ alias: string }>(tx, statement)).map(({ alias }) => alias)

export class PgErasureStore implements ErasureStore {
  async listAliases(tx: Tx, companyId: CompanyId, aliases: readonly string[]): Promise<string[]> {
    const known = await listAliases(
      tx,
      sql`${withConversations(companyId, aliases)} SELECT a.alias FROM conversation_aliases a
        JOIN gone ON gone.id = a.conversation_id WHERE a.company_id = ${companyId}`,
    )
    return [...new Set([...aliases, ...known])]
  }

  listConnectionIds(tx: Tx, companyId: CompanyId): Promise<ConnectionId[]> {
    return listConnectionIds(tx, companyId)
  }

  async hasSessions(tx: Tx, companyId: CompanyId): Promise<boolean> {
    const [row] = await query<{ found: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT FROM connections
        WHERE company_id = ${companyId} AND (deleted_at IS NULL OR command <> '')) AS found`,
    )
    return row?.found ?? false
  }

  async listBlobKeys(tx: Tx, companyId: CompanyId, { remoteJids }: ErasedNames): Promise<string[]> {
    const ours = inCompany(companyId)
    const rows = await query<{ key: string }>(
      tx,
      sql`SELECT media_key AS key FROM inbound_messages WHERE ${ours} AND remote_jid = ANY (${remoteJids}) AND media_key <> ''
        UNION SELECT unnest(ARRAY[key, stale_key]) FROM pictures WHERE ${ours} AND jid = ANY (${remoteJids})`,
    )
    return rows.flatMap(({ key }) => (key === '' ? [] : [key]))
  }

  async eraseContact(tx: Tx, companyId: CompanyId, names: ErasedNames): Promise<void> {
    await lockNames(tx, companyId, names.aliases)
    await dropConversations(tx, companyId, names.aliases)
    await execute(
      tx,
      sql`DELETE FROM inbound_messages WHERE ${inCompany(companyId)} AND remote_jid = ANY (${names.remoteJids})`,
    )
    await dropLookups(tx, companyId, names)
  }

  async emptyMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await eraseSent(tx, companyId, ids)
    await execute(
      tx,
      sql`UPDATE outbound o SET ${EMPTY} WHERE ${aboutMessages(companyId, ids)} AND settled AND payload <> '{}'::jsonb`,
    )
  }

  async forgetMessages(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await eraseSent(tx, companyId, ids)
    await execute(tx, sql`UPDATE outbound o SET ${GIVE_UP}, ${EMPTY} WHERE ${aboutMessages(companyId, ids)}`)
  }

  emptyFinished(tx: Tx, failedBefore: Date, most: number): Promise<number> {
    return execute(
      tx,
      sql`UPDATE outbound SET payload = '{}' WHERE id IN (
        SELECT id FROM outbound WHERE settled AND payload <> '{}'::jsonb
          AND (operation = 'send' OR state <> 'FAILED' OR updated_at < ${failedBefore}) LIMIT ${most})`,
    )
  }

  async deleteIdleConversations(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    const idle = await query<{ id: string }>(tx, selectIdle(companyId, ids))
    const aliases = await listAliases(
      tx,
      sql`SELECT alias FROM conversation_aliases
        WHERE company_id = ${companyId} AND conversation_id = ANY (${idle.map(({ id }) => id)}::uuid[])`,
    )
    if (aliases.length > 0) await dropConversations(tx, companyId, aliases)
  }
}
