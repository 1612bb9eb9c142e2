import { companyId, type CompanyId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import { query, sql, type Sql } from '@balcao/platform'

/** Companies with rows in a table that has an index which begins with the company: one probe for each. */
export async function listCompaniesWithRows(db: Database, table: Sql): Promise<CompanyId[]> {
  const rows = await db.asPlatform((tx) =>
    query<{ company_id: number | null }>(
      tx,
      sql`WITH RECURSIVE own (company_id) AS (
          SELECT min(company_id) FROM ${table}
          UNION ALL SELECT (SELECT min(r.company_id) FROM ${table} r WHERE r.company_id > own.company_id) FROM own
          WHERE own.company_id IS NOT NULL)
        SELECT company_id FROM own`,
    ),
  )
  return rows.flatMap((row) => (row.company_id === null ? [] : [companyId(row.company_id)]))
}
