import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query, sql } from '@balcao/platform'

/** The current id of a conversation: its own, or that of the conversation it was merged into, over any number of merges. */
export async function survivorOf(tx: Tx, companyId: CompanyId, id: string): Promise<string> {
  const rows = await query<{ id: string }>(
    tx,
    sql`WITH RECURSIVE line (id, merged_into, step) AS (
        SELECT id, merged_into, 0 FROM conversations WHERE company_id = ${companyId} AND id = ${id}
        UNION ALL
        SELECT c.id, c.merged_into, l.step + 1 FROM line l
        JOIN conversations c ON c.company_id = ${companyId} AND c.id = l.merged_into WHERE l.step < 100)
      SELECT id FROM line ORDER BY step DESC LIMIT 1`,
  )
  return rows[0]?.id ?? id
}
