import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { OldChatStore } from '../../features/retention/old-chat.store'

interface OldMessage {
  id: string
  chat_id: number
  seq: number
}

const listOldest = (tx: Tx, companyId: CompanyId, before: Date, most: number): Promise<OldMessage[]> =>
  query<OldMessage>(
    tx,
    sql`SELECT id, chat_id, seq FROM internal_chat_messages WHERE company_id = ${companyId} AND created_at < ${before}
      ORDER BY created_at LIMIT ${most}::int`,
  )

export class PgOldChatStore implements OldChatStore {
  async countMessages(tx: Tx, companyId: CompanyId, before: Date, most: number): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM (
        SELECT 1 FROM internal_chat_messages WHERE company_id = ${companyId} AND created_at < ${before} LIMIT ${most}::int) AS old`,
    )
    return row?.count ?? 0
  }

  async eraseMessages(tx: Tx, companyId: CompanyId, before: Date, most: number): Promise<number> {
    const old = await listOldest(tx, companyId, before, most)
    if (old.length === 0) return 0
    const chats = [...new Set(old.map((message) => message.chat_id))]
    // Before the messages, as whoever deletes a chat does.
    await query(
      tx,
      sql`SELECT id FROM internal_chats WHERE company_id = ${companyId} AND id = ANY (${chats}::int[]) ORDER BY id FOR NO KEY UPDATE`,
    )
    const erased = await execute(
      tx,
      sql`DELETE FROM internal_chat_messages WHERE company_id = ${companyId} AND id = ANY (${old.map(({ id }) => id)}::uuid[])`,
    )
    await execute(
      tx,
      sql`UPDATE internal_chats c SET last_message = '', last_sender_id = NULL
        WHERE c.company_id = ${companyId} AND c.id = ANY (${chats}::int[]) AND NOT EXISTS (
          SELECT 1 FROM internal_chat_messages m WHERE m.company_id = c.company_id AND m.chat_id = c.id)`,
    )
    await execute(
      tx,
      sql`UPDATE internal_chat_members m SET unreads = rest.count
        FROM (
          SELECT c.id, c.message_seq - max(old.seq) AS count
          FROM unnest(${old.map((message) => message.chat_id)}::int[], ${old.map(({ seq }) => seq)}::int[]) AS old (chat_id, seq)
          JOIN internal_chats c ON c.company_id = ${companyId} AND c.id = old.chat_id
          GROUP BY c.id, c.message_seq) AS rest
        WHERE m.company_id = ${companyId} AND m.chat_id = rest.id AND m.unreads > rest.count`,
    )
    return erased
  }
}
