import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  execute,
  executeUnawaited,
  insertRow,
  lockName,
  lockRow,
  query,
  sql,
  updateRows,
  type Sql,
} from '@balcao/platform'

import type {
  ConversationMove,
  ConversationStore,
  KnownConversation,
  LoggedMove,
} from '../../features/inbound/conversation.store'
import { conversationMoves } from './conversation-move-table'
import { readCurrentConversationId } from './current-conversation'
import { repositoryOf } from './tables'

/* The conversations that have any of these aliases. */
const withAlias = (companyId: CompanyId, connectionId: ConnectionId, aliases: readonly string[]): Sql =>
  sql`SELECT conversation_id FROM conversation_aliases
    WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND alias = ANY (${aliases})`

/** Advisory lock on an alias until the transaction ends: resolutions of one alias run one after the other. */
export const lockAlias = (tx: Tx, connectionId: ConnectionId, alias: string): void =>
  lockName(tx, `alias:${alias}`, connectionId)

export class PgConversationStore implements ConversationStore {
  async lockResolved(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string | undefined> {
    // Locks nothing unless one conversation has all the aliases: a merge takes its locks in another order.
    const aliased = withAlias(companyId, connectionId, aliases)
    const [[row], still] = await Promise.all([
      query<{ id: string }>(
        tx,
        sql`SELECT id FROM conversations WHERE company_id = ${companyId}
          AND id IN (${aliased} GROUP BY conversation_id HAVING count(*) = ${aliases.length}) FOR UPDATE`,
      ),
      // Read again after the lock: a merge may have repointed the aliases while this transaction waited.
      query<{ conversation_id: string }>(tx, aliased),
    ])
    const isCurrent = still.filter((alias) => alias.conversation_id === row?.id).length === aliases.length
    return isCurrent ? row?.id : undefined
  }

  async lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]> {
    const aliased = withAlias(companyId, connectionId, aliases)
    executeUnawaited(
      tx,
      sql`SELECT id FROM conversations WHERE company_id = ${companyId} AND id IN (${aliased}) ORDER BY id FOR UPDATE`,
    )
    // Read after the locks: it is sent behind them.
    const rows = await query<{ conversation_id: string; alias: string }>(
      tx,
      sql`SELECT conversation_id, alias FROM conversation_aliases
        WHERE company_id = ${companyId} AND conversation_id IN (${aliased}) ORDER BY alias`,
    )
    const ids = [...new Set(rows.map((row) => row.conversation_id))].sort()
    return ids.map((id) => ({
      id,
      aliases: rows.filter((row) => row.conversation_id === id).map((row) => row.alias),
    }))
  }

  async countHidden(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(DISTINCT a.conversation_id)::int AS count FROM conversation_aliases a
        WHERE a.company_id = ${companyId} AND a.connection_id = ${connectionId} AND a.alias LIKE 'lid:%'
          AND NOT EXISTS (SELECT 1 FROM conversation_aliases o WHERE o.company_id = a.company_id
            AND o.conversation_id = a.conversation_id AND (o.alias LIKE 'phone:%' OR o.alias LIKE 'bsuid:%'))`,
    )
    return row?.count ?? 0
  }

  async listAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string[]> {
    const rows = await query<{ alias: string }>(
      tx,
      sql`SELECT alias FROM conversation_aliases WHERE company_id = ${companyId}
        AND conversation_id IN (${withAlias(companyId, connectionId, aliases)}) ORDER BY alias`,
    )
    return rows.map((row) => row.alias)
  }

  lockAliases(tx: Tx, connectionId: ConnectionId, aliases: readonly string[]): void {
    for (const alias of aliases) lockAlias(tx, connectionId, alias)
  }

  create(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): void {
    executeUnawaited(
      tx,
      sql`INSERT INTO conversations (id, company_id, connection_id) VALUES (${id}, ${companyId}, ${connectionId})`,
    )
  }

  async markBegun(tx: Tx, companyId: CompanyId, id: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE conversations SET opened = true WHERE company_id = ${companyId} AND id = ${id} AND NOT opened`,
    )
  }

  pointAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { id, aliases }: KnownConversation,
  ): void {
    if (aliases.length === 0) return
    executeUnawaited(
      tx,
      sql`INSERT INTO conversation_aliases (company_id, connection_id, alias, conversation_id)
        SELECT ${companyId}, ${connectionId}, unnest(${aliases}::text[]), ${id}
        ON CONFLICT (company_id, connection_id, alias) DO UPDATE SET conversation_id = excluded.conversation_id`,
    )
  }

  readCurrentId(tx: Tx, companyId: CompanyId, id: string): Promise<string> {
    return readCurrentConversationId(tx, companyId, id)
  }

  async merge(tx: Tx, companyId: CompanyId, kept: string, merged: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE outbound SET conversation_id = ${kept}
        WHERE company_id = ${companyId} AND conversation_id = ${merged} AND NOT settled`,
    )
    await execute(
      tx,
      sql`UPDATE conversations SET merged_into = ${kept} WHERE company_id = ${companyId} AND id = ${merged}`,
    )
    await execute(
      tx,
      sql`UPDATE conversations SET opened = true WHERE company_id = ${companyId} AND id = ${kept} AND NOT opened
        AND EXISTS (SELECT 1 FROM conversations o WHERE o.company_id = ${companyId} AND o.id = ${merged} AND o.opened)`,
    )
  }

  async split(
    tx: Tx,
    companyId: CompanyId,
    { fromId, toId }: Pick<ConversationMove, 'fromId' | 'toId'>,
    remoteJids: readonly string[],
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE conversations SET merged_into = NULL WHERE company_id = ${companyId} AND id = ${fromId}`,
    )
    await execute(
      tx,
      sql`UPDATE outbound SET conversation_id = ${fromId} WHERE company_id = ${companyId} AND conversation_id = ${toId}
        AND NOT settled AND remote_jid = ANY (${remoteJids})`,
    )
  }

  async log(tx: Tx, companyId: CompanyId, move: ConversationMove): Promise<void> {
    const logged = { ...move, companyId, undoneAt: undefined, undoneBy: '' }
    await insertRow(repositoryOf(tx, conversationMoves), logged)
  }

  lockMove(tx: Tx, companyId: CompanyId, id: string): Promise<LoggedMove | undefined> {
    return lockRow(repositoryOf(tx, conversationMoves), { companyId, id })
  }

  listMoves(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<LoggedMove[]> {
    const where = { companyId, connectionId }
    return repositoryOf(tx, conversationMoves).find({ where, order: { id: 'DESC' }, take: limit })
  }

  async markUndone(
    tx: Tx,
    companyId: CompanyId,
    id: string,
    { by, at }: { by: string; at: Date },
  ): Promise<void> {
    const undone = { undoneAt: at, undoneBy: by }
    await updateRows(repositoryOf(tx, conversationMoves), { companyId, id }, undone)
  }

  async isVetoed(tx: Tx, companyId: CompanyId, one: string, other: string): Promise<boolean> {
    const rows = await query(
      tx,
      sql`WITH RECURSIVE family (root, id) AS (
          SELECT id, id FROM conversations WHERE company_id = ${companyId} AND id = ANY (${[one, other]})
          UNION SELECT f.root, c.id FROM family f JOIN conversations c ON c.company_id = ${companyId} AND c.merged_into = f.id)
        SELECT 1 FROM conversation_moves m JOIN family a ON a.id = m.from_id JOIN family b ON b.id = m.to_id
        WHERE m.company_id = ${companyId} AND m.kind = 'merge' AND m.undone_at IS NOT NULL AND a.root <> b.root LIMIT 1`,
    )
    return rows.length > 0
  }
}
