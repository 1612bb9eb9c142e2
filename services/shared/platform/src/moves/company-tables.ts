import type { CompanyId } from '@balcao/contracts'

import { deleteCompanyRows } from '../companies/company-rows'
import { spreadSchemas } from '../host/runtime'
import { openDatabase, roleName } from '../postgres'
import { waitUntil, type MoveEnd } from './move-end'

export interface CompanyTable {
  /** Quoted, with its schema. */
  name: string
  /** The column that says whose a row is. */
  column: string
  hasPolicies: boolean
  isPartitioned: boolean
  /** An update or deletion is followed by the whole former row: the primary key does not say whose the row was. */
  needsFullIdentity: boolean
}

/* Events leave from where they were written; where a company is not is said by each primary itself. */
const STAYS = ['outbox', 'absent_companies']

const LIST = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, a.attname AS "column", c.relrowsecurity AS "hasPolicies",
         c.relkind = 'p' AS "isPartitioned",
         NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "needsFullIdentity"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    AND a.attname = CASE c.relname WHEN 'inbox' THEN 'claimed_for' ELSE 'company_id' END
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($2) ORDER BY 1`

/** From the catalogue, so that no table can be forgotten. */
export const listCompanyTables = (end: MoveEnd): Promise<CompanyTable[]> =>
  end.rows<CompanyTable & Record<string, unknown>>(LIST, [spreadSchemas, STAYS])

/** A table in which a company has a row. */
export async function findRows(
  end: MoveEnd,
  tables: readonly CompanyTable[],
  companyId: CompanyId,
): Promise<string | undefined> {
  for (const { name, column } of tables)
    if (await end.has(`SELECT FROM ${name} WHERE ${column} = $1 LIMIT 1`, [companyId])) return name
  return undefined
}

const POLICY = 'hide_absent'
const HAS_POLICY = `SELECT FROM pg_policy WHERE polrelid = $1::regclass AND polname = '${POLICY}'`

/**
 * Rows of absent companies are not seen in platform scope. In its own scope a company is refused when a transaction begins, and one that
 * began before goes on unharmed. Only while a company moves: each query asks who is absent.
 */
export async function hideAbsent(end: MoveEnd, tables: readonly CompanyTable[]): Promise<void> {
  for (const { name, hasPolicies } of tables) {
    if (!hasPolicies || (await end.has(HAS_POLICY, [name]))) continue
    const [schema] = name.split('.')
    const absent = `ARRAY(SELECT company_id FROM ${schema}.absent_companies)`
    await end.change(
      `CREATE POLICY ${POLICY} ON ${name} AS RESTRICTIVE USING (
         (SELECT current_setting('app.scope', true)) IS DISTINCT FROM 'platform' OR company_id <> ALL (${absent}))`,
    )
  }
}

export async function showAll(end: MoveEnd, tables: readonly CompanyTable[]): Promise<void> {
  for (const { name } of tables) await end.change(`DROP POLICY IF EXISTS ${POLICY} ON ${name}`)
}

const LIST_IDENTITIES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relreplident = 'f' AS "isFull"
  FROM (SELECT $1::regclass AS oid UNION SELECT relid FROM pg_partition_tree($1::regclass)) AS t
  JOIN pg_class c ON c.oid = t.oid JOIN pg_namespace n ON n.oid = c.relnamespace`

/** The parent first: what is made meanwhile takes its identity from it. */
export async function setFullIdentity(
  end: MoveEnd,
  tables: readonly CompanyTable[],
  isFull: boolean,
): Promise<void> {
  for (const { name, needsFullIdentity } of tables) {
    if (!needsFullIdentity) continue
    const parts = await end.rows<{ name: string; isFull: boolean }>(LIST_IDENTITIES, [name])
    for (const part of parts.toSorted((one) => (one.name === name ? -1 : 1)))
      if (part.isFull !== isFull)
        await end.change(`ALTER TABLE ${part.name} REPLICA IDENTITY ${isFull ? 'FULL' : 'DEFAULT'}`)
  }
}

/* A count may take longer than a company should wait. */
const COUNT_WITHIN_MS = 10_000

async function count(end: MoveEnd, { name, column }: CompanyTable, companyId: CompanyId) {
  const [row] = await end.rows<{ rows: number }>(
    `SELECT count(*)::float8 AS rows FROM ${name} WHERE ${column} = $1`,
    [companyId],
  )
  return row?.rows ?? 0
}

/**
 * Compares how many rows both primaries have, for ten seconds; days of partitions end at other moments on each, so those are not counted.
 * @returns how many rows were counted.
 * @throws {Error} naming a table that has another number.
 */
export async function compareCounts(
  ends: readonly [MoveEnd, MoveEnd],
  tables: readonly CompanyTable[],
  companyId: CompanyId,
): Promise<number> {
  const until = performance.now() + COUNT_WITHIN_MS
  let counted = 0
  for (const table of tables) {
    if (table.isPartitioned || performance.now() > until) continue
    const [here, there] = await Promise.all(ends.map((end) => count(end, table, companyId)))
    if (here !== there) throw new Error(`${table.name} has ${here} rows, and ${there} where it goes`)
    counted += here ?? 0
  }
  return counted
}

/** Deletes what a primary has of a company, a few megabytes at a time. */
export async function deleteRowsOf(end: MoveEnd, companyId: CompanyId): Promise<number> {
  let deleted = 0
  for (const schema of spreadSchemas) {
    const db = openDatabase({ admin: end.server, schema, asOwner: true, poolSize: 1 })
    try {
      deleted += await deleteCompanyRows(db, companyId, [], new AbortController().signal)
    } finally {
      await db.close()
    }
    await end.rows(`DELETE FROM ${schema}.company_erasures WHERE company_id = $1`, [companyId])
    await end.rows(`DELETE FROM ${schema}.inbox WHERE claimed_for = $1`, [companyId])
  }
  return deleted
}

const OLDER = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY ($1) AND xact_start < $2::timestamptz LIMIT 1`

/** Waits until no transaction of a service is open that began before. */
export async function waitForOlderTransactions(end: MoveEnd, withinMs: number): Promise<void> {
  const roles = spreadSchemas.map(roleName)
  // As text: JavaScript's times have no microseconds.
  const [now] = await end.rows<{ at: string }>('SELECT clock_timestamp()::text AS at')
  await waitUntil('an open transaction', async () => !(await end.has(OLDER, [roles, now?.at])), withinMs)
}
