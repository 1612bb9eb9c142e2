import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query, sql } from '@balcao/platform'

/** The current id of a conversation: its own, or that of the conversation it was merged into, over any number of merges. */
export async function readCurrentConversationId(tx: Tx, companyId: CompanyId, id: string): Promise<string> {
  const rows = await query<{ id: string }>(
    tx,
    sql`WITH RECURSIVE merges (id, merged_into, step) AS (
        SELECT id, merged_into, 0 FROM conversations WHERE company_id = ${companyId} AND id = ${id}
        UNION ALL
        SELECT c.id, c.merged_into, m.step + 1 FROM merges m
        JOIN conversations c ON c.company_id = ${companyId} AND c.id = m.merged_into WHERE m.step < 100)
      SELECT id FROM merges ORDER BY step DESC LIMIT 1`,
  )
  return rows[0]?.id ?? id
}
