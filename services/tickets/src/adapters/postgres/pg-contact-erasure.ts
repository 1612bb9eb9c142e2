import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Sql } from '@balcao/platform'

/* The contact and all that were merged into it; not through a merge that was undone. */
const withFormer = (companyId: CompanyId, id: ContactId): Sql => sql`WITH RECURSIVE former (id) AS (
    SELECT ${id}::bigint UNION SELECT m.merged_id FROM former f
      JOIN contact_merges m ON m.company_id = ${companyId} AND m.kept_id = f.id AND m.undone_at IS NULL)`

/** Contacts that were merged into this one, and into those. */
export async function listFormerIds(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`${withFormer(companyId, id)} SELECT id FROM former WHERE id <> ${id} ORDER BY id`,
  )
  return rows.map((row) => row.id)
}

/** Jids of the chats with messages of the contact. */
export async function listChats(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]> {
  const rows = await query<{ remote_jid: string }>(
    tx,
    sql`SELECT DISTINCT m.remote_jid FROM tickets t JOIN messages m ON m.company_id = t.company_id AND m.ticket_id = t.id
      WHERE t.company_id = ${companyId} AND t.contact_id = ${id} AND m.remote_jid <> '' ORDER BY 1`,
  )
  return rows.map((row) => row.remote_jid)
}

/** Deletes the log of its merges, which has names and numbers, waiting acks, which have the jid of its chat, and what campaigns sent. */
export async function eraseTraces(
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
  chats: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`${withFormer(companyId, id)} DELETE FROM contact_merges m USING former f
      WHERE m.company_id = ${companyId} AND f.id IN (m.kept_id, m.merged_id)`,
  )
  await execute(
    tx,
    sql`DELETE FROM campaign_messages WHERE company_id = ${companyId} AND (remote_jid = ANY (${chats}::text[])
      OR phone IN (SELECT value FROM contact_identities WHERE company_id = ${companyId} AND contact_id = ${id} AND kind = 'phone'))`,
  )
  await execute(
    tx,
    sql`DELETE FROM pending_acks WHERE company_id = ${companyId} AND remote_jid = ANY (${chats}::text[])`,
  )
}
