import { connectionId as toConnectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  ConversationMove,
  ConversationStore,
  KnownConversation,
  LoggedMove,
} from '../../features/inbound/conversation.store'
import { survivorOf } from './survivor'

interface MoveRow {
  id: string
  connection_id: number
  kind: LoggedMove['kind']
  to_id: string
  from_id: string
  aliases: string[]
  moved_by: string
  moved_at: Date
  undone_at: Date | null
  undone_by: string
}

const toMove = (row: MoveRow): LoggedMove => ({
  id: row.id,
  connectionId: toConnectionId(row.connection_id),
  kind: row.kind,
  toId: row.to_id,
  fromId: row.from_id,
  aliases: row.aliases,
  by: row.moved_by,
  at: row.moved_at,
  undoneAt: row.undone_at ?? undefined,
  undoneBy: row.undone_by,
})

const ALIASED = `SELECT conversation_id FROM conversation_aliases WHERE company_id = $1 AND connection_id = $2 AND alias = ANY ($3)`

/** Conversations and their names in Postgres. */
export class PgConversationStore implements ConversationStore {
  async lockResolved(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string | undefined> {
    // Locks nothing unless one conversation has all the names: whoever has to settle takes the locks in another order.
    const locked = await query<{ id: string }>(
      tx,
      `SELECT id FROM conversations WHERE company_id = $1 AND id IN (${ALIASED} GROUP BY conversation_id HAVING count(*) = $4) FOR UPDATE`,
      [companyId, connectionId, aliases, aliases.length],
    )
    const [row] = locked
    if (!row) return undefined
    // Read after the lock: a merge may have renamed while we waited.
    const still = await query(tx, `${ALIASED} AND conversation_id = $4`, [
      companyId,
      connectionId,
      aliases,
      row.id,
    ])
    return still.length === aliases.length ? row.id : undefined
  }

  async lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]> {
    await query(
      tx,
      `SELECT id FROM conversations WHERE company_id = $1 AND id IN (${ALIASED}) ORDER BY id FOR UPDATE`,
      [companyId, connectionId, aliases],
    )
    const rows = await query<{ conversation_id: string; alias: string }>(
      tx,
      `SELECT conversation_id, alias FROM conversation_aliases WHERE company_id = $1 AND conversation_id IN (${ALIASED}) ORDER BY alias`,
      [companyId, connectionId, aliases],
    )
    const ids = [...new Set(rows.map((row) => row.conversation_id))].sort()
    return ids.map((id) => ({
      id,
      aliases: rows.filter((row) => row.conversation_id === id).map((row) => row.alias),
    }))
  }

  async namesOf(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string[]> {
    const rows = await query<{ alias: string }>(
      tx,
      `SELECT alias FROM conversation_aliases WHERE company_id = $1 AND conversation_id IN (${ALIASED}) ORDER BY alias`,
      [companyId, connectionId, aliases],
    )
    return rows.map((row) => row.alias)
  }

  async lockAliases(tx: Tx, connectionId: ConnectionId, aliases: readonly string[]): Promise<void> {
    for (const alias of aliases) {
      await query(tx, `SELECT pg_advisory_xact_lock(hashtextextended('alias:' || $2, $1))`, [
        connectionId,
        alias,
      ])
    }
  }

  async create(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): Promise<void> {
    await execute(tx, `INSERT INTO conversations (id, company_id, connection_id) VALUES ($1, $2, $3)`, [
      id,
      companyId,
      connectionId,
    ])
  }

  async pointAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
    aliases: readonly string[],
  ): Promise<void> {
    if (aliases.length === 0) return
    await execute(
      tx,
      `INSERT INTO conversation_aliases (company_id, connection_id, alias, conversation_id)
       SELECT $1, $2, unnest($3::text[]), $4
       ON CONFLICT (company_id, connection_id, alias) DO UPDATE SET conversation_id = excluded.conversation_id`,
      [companyId, connectionId, aliases, id],
    )
  }

  survivorOf(tx: Tx, companyId: CompanyId, id: string): Promise<string> {
    return survivorOf(tx, companyId, id)
  }

  async merge(tx: Tx, companyId: CompanyId, survivor: string, other: string): Promise<void> {
    await execute(
      tx,
      `UPDATE outbound SET conversation_id = $2 WHERE company_id = $1 AND conversation_id = $3 AND NOT settled`,
      [companyId, survivor, other],
    )
    await execute(tx, `UPDATE conversations SET merged_into = $2 WHERE company_id = $1 AND id = $3`, [
      companyId,
      survivor,
      other,
    ])
    await execute(
      tx,
      `UPDATE conversations SET opened = true WHERE company_id = $1 AND id = $2 AND NOT opened
         AND EXISTS (SELECT 1 FROM conversations o WHERE o.company_id = $1 AND o.id = $3 AND o.opened)`,
      [companyId, survivor, other],
    )
  }

  async split(
    tx: Tx,
    companyId: CompanyId,
    { fromId, toId }: Pick<ConversationMove, 'fromId' | 'toId'>,
    remoteJids: readonly string[],
  ): Promise<void> {
    await execute(tx, `UPDATE conversations SET merged_into = NULL WHERE company_id = $1 AND id = $2`, [
      companyId,
      fromId,
    ])
    await execute(
      tx,
      `UPDATE outbound SET conversation_id = $2 WHERE company_id = $1 AND conversation_id = $3 AND NOT settled AND remote_jid = ANY ($4)`,
      [companyId, fromId, toId, remoteJids],
    )
  }

  async log(tx: Tx, companyId: CompanyId, move: ConversationMove): Promise<void> {
    await execute(
      tx,
      `INSERT INTO conversation_moves (id, company_id, connection_id, kind, to_id, from_id, aliases, moved_by, moved_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        move.id,
        companyId,
        move.connectionId,
        move.kind,
        move.toId,
        move.fromId,
        move.aliases,
        move.by,
        move.at,
      ],
    )
  }

  async lockMove(tx: Tx, companyId: CompanyId, id: string): Promise<LoggedMove | undefined> {
    const rows = await query<MoveRow>(
      tx,
      `SELECT * FROM conversation_moves WHERE company_id = $1 AND id = $2 FOR UPDATE`,
      [companyId, id],
    )
    return rows.map(toMove)[0]
  }

  async listMoves(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    limit: number,
  ): Promise<LoggedMove[]> {
    const rows = await query<MoveRow>(
      tx,
      `SELECT * FROM conversation_moves WHERE company_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT $3`,
      [companyId, connectionId, limit],
    )
    return rows.map(toMove)
  }

  async markUndone(
    tx: Tx,
    companyId: CompanyId,
    id: string,
    { by, at }: { by: string; at: Date },
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE conversation_moves SET undone_at = $3, undone_by = $4 WHERE company_id = $1 AND id = $2`,
      [companyId, id, at, by],
    )
  }

  async isVetoed(tx: Tx, companyId: CompanyId, one: string, other: string): Promise<boolean> {
    const rows = await query(
      tx,
      `WITH RECURSIVE family (root, id) AS (
         SELECT id, id FROM conversations WHERE company_id = $1 AND id = ANY ($2)
         UNION SELECT f.root, c.id FROM family f JOIN conversations c ON c.company_id = $1 AND c.merged_into = f.id)
       SELECT 1 FROM conversation_moves m JOIN family a ON a.id = m.from_id JOIN family b ON b.id = m.to_id
       WHERE m.company_id = $1 AND m.kind = 'merge' AND m.undone_at IS NOT NULL AND a.root <> b.root LIMIT 1`,
      [companyId, [one, other]],
    )
    return rows.length > 0
  }
}
