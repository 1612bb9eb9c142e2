import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { ConversationStore, KnownConversation } from '../../features/inbound/conversation.store'

/** Conversations and their names in Postgres. */
export class PgConversationStore implements ConversationStore {
  async lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]> {
    const locked = await query<{ id: string }>(
      tx,
      `SELECT id FROM conversations WHERE company_id = $1 AND id IN (
         SELECT conversation_id FROM conversation_aliases WHERE company_id = $1 AND connection_id = $2 AND alias = ANY ($3))
       ORDER BY id FOR UPDATE`,
      [companyId, connectionId, aliases],
    )
    if (locked.length === 0) return []
    // Read after the lock: a merge may have renamed while we waited.
    const rows = await query<{ conversation_id: string; alias: string }>(
      tx,
      `SELECT conversation_id, alias FROM conversation_aliases WHERE company_id = $1 AND connection_id = $2 AND alias = ANY ($3)`,
      [companyId, connectionId, aliases],
    )
    const ids = [...new Set(rows.map((row) => row.conversation_id))].sort()
    return ids.map((id) => ({
      id,
      aliases: rows.filter((row) => row.conversation_id === id).map((row) => row.alias),
    }))
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

  async addAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
    aliases: readonly string[],
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO conversation_aliases (company_id, connection_id, alias, conversation_id)
       SELECT $1, $2, unnest($3::text[]), $4 ON CONFLICT (company_id, connection_id, alias) DO NOTHING`,
      [companyId, connectionId, aliases, id],
    )
  }

  async merge(tx: Tx, companyId: CompanyId, survivor: string, others: readonly string[]): Promise<void> {
    await execute(
      tx,
      `UPDATE conversation_aliases SET conversation_id = $2 WHERE company_id = $1 AND conversation_id = ANY ($3)`,
      [companyId, survivor, others],
    )
    await execute(
      tx,
      `UPDATE outbound SET conversation_id = $2 WHERE company_id = $1 AND conversation_id = ANY ($3) AND NOT settled`,
      [companyId, survivor, others],
    )
    await execute(tx, `UPDATE conversations SET merged_into = $2 WHERE company_id = $1 AND id = ANY ($3)`, [
      companyId,
      survivor,
      others,
    ])
  }
}
