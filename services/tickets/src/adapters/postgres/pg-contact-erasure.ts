import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

/* An undone merge brought nobody here: the merged one lives. */
const FORMER = `WITH RECURSIVE former (id) AS (
    SELECT $2::int UNION SELECT m.merged_id FROM former f JOIN contact_merges m ON m.company_id = $1 AND m.kept_id = f.id AND m.undone_at IS NULL)`

/** Contacts that were merged into this one, and into those. */
export async function formerContacts(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]> {
  const sql = `${FORMER} SELECT id FROM former WHERE id <> $2 ORDER BY id`
  return (await query<{ id: number }>(tx, sql, [companyId, id])).map((row) => row.id)
}

/** Chats in which the contact's messages were told. */
export async function chatsOf(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]> {
  const sql = `SELECT DISTINCT m.remote_jid FROM tickets t JOIN messages m ON m.company_id = t.company_id AND m.ticket_id = t.id
    WHERE t.company_id = $1 AND t.contact_id = $2 AND m.remote_jid <> '' ORDER BY 1`
  return (await query<{ remote_jid: string }>(tx, sql, [companyId, id])).map((row) => row.remote_jid)
}

/** The log of its merges says what the merged ones were called; acks that wait for a message name its chat. */
export async function eraseTraces(
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
  chats: readonly string[],
): Promise<void> {
  await execute(
    tx,
    `${FORMER} DELETE FROM contact_merges m USING former f WHERE m.company_id = $1 AND f.id IN (m.kept_id, m.merged_id)`,
    [companyId, id],
  )
  await execute(tx, 'DELETE FROM pending_acks WHERE company_id = $1 AND remote_jid = ANY ($2)', [
    companyId,
    chats,
  ])
}
