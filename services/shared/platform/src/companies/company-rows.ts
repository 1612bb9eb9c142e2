import type { CompanyId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'

import { deleteSome, execute, executeUnawaited, query, rawSql, sql } from '../postgres'

/* 4 MiB: a statement takes far less than its time limit, whatever the table's size and indexes. */
const PAGES_AT_ONCE = 512
const ROWS_AT_ONCE = 2_000

/* Events that were sent are gone with their partition within a day; those that were not must still be sent. Where a company is not is of no company. */
const NEVER = ['outbox', 'company_erasures', 'absent_companies']

interface CompanyTable {
  /** Quoted. */
  name: string
  /** Of its largest partition. */
  pages: number
  /** Whether an index finds a company's rows. A ctid names no row of a partitioned table, which is read by pages. */
  isKeyed: boolean
}

/* From the catalogue, so that no table can be forgotten. What refers to others comes before them. */
const listTables = (db: Database, keeps: readonly string[]): Promise<CompanyTable[]> =>
  db.asPlatform((tx) =>
    query<CompanyTable & Record<string, unknown>>(
      tx,
      sql`WITH RECURSIVE own AS (
          SELECT c.oid, c.relname, c.relkind, a.attnum FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
          WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition),
        depths (oid, depth) AS (
          SELECT oid, 0 FROM own
          UNION SELECT f.confrelid, d.depth + 1 FROM depths d
          JOIN pg_constraint f ON f.conrelid = d.oid AND f.contype = 'f' AND f.confrelid <> f.conrelid WHERE d.depth < 30)
        SELECT format('%I', o.relname) AS name, (greatest(pg_relation_size(o.oid),
            (SELECT max(pg_relation_size(t.relid)) FROM pg_partition_tree(o.oid) t WHERE t.isleaf))
          / current_setting('block_size')::int)::float8 AS pages,
          EXISTS (SELECT FROM pg_index i WHERE i.indrelid = o.oid AND i.indkey[0] = o.attnum AND i.indisvalid AND i.indpred IS NULL)
            AND o.relkind = 'r' AS "isKeyed"
        FROM own o WHERE o.relname <> ALL (${[...NEVER, ...keeps]}::text[])
        ORDER BY (SELECT max(d.depth) FROM depths d WHERE d.oid = o.oid), o.relname`,
    ),
  )

/* Of a table whose indexes do not begin with the company: in the order of rows on disk, so that it is scanned once. */
const deletePages = (db: Database, companyId: CompanyId, table: string, from: number): Promise<number> =>
  db.withTenant(companyId, (tx) =>
    execute(
      tx,
      sql`DELETE FROM ${rawSql(table)} WHERE company_id = ${companyId}
        AND ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${from + PAGES_AT_ONCE},0)`}::tid`,
    ),
  )

/* Through an index whatever the company's share of the table: a scan would begin anew each time. */
const deleteKeyed = (db: Database, companyId: CompanyId, table: string): Promise<number> =>
  db.withTenant(companyId, (tx) => {
    executeUnawaited(tx, sql`SELECT set_config('enable_seqscan', 'off', true)`)
    return deleteSome(tx, table, sql`company_id = ${companyId}`, ROWS_AT_ONCE)
  })

async function deleteTable(
  db: Database,
  companyId: CompanyId,
  { name, pages, isKeyed }: CompanyTable,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  if (isKeyed)
    for (let last = ROWS_AT_ONCE; last === ROWS_AT_ONCE && !signal.aborted; deleted += last)
      last = await deleteKeyed(db, companyId, name)
  else
    for (let page = 0; page <= pages && !signal.aborted; page += PAGES_AT_ONCE)
      deleted += await deletePages(db, companyId, name, page)
  return deleted
}

/**
 * Deletes the company's rows of every table of the schema that has a `company_id`, some megabytes of a table in a
 * transaction. Idempotent; after a crash a repeat deletes the rest.
 * @returns how many rows were deleted.
 */
export async function deleteCompanyRows(
  db: Database,
  companyId: CompanyId,
  keeps: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (const table of await listTables(db, keeps)) deleted += await deleteTable(db, companyId, table, signal)
  return deleted
}
