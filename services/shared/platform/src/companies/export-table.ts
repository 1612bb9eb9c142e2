import type { CompanyId } from '@balcao/contracts'
import type { Database, ExportPage, ExportPart, Tx } from '@balcao/kernel'

import { integerSql, joinSql, query, rawSql, sql, type Sql } from '../postgres'
import { cutPage, type ExportRow } from './export-page'

/** A row as JSON has it. */
export type ExportedRow = Record<string, unknown>

export interface ExportTableOptions {
  /** Columns that say nothing to a reader: search texts, keys that are compared. */
  without?: readonly string[]
  /** Rows of a page; 500 unless said. */
  size?: number
  /** What a page's rows are in the export. */
  present?(companyId: CompanyId, rows: readonly ExportedRow[]): Promise<ExportedRow[]>
}

/* Secrets are stored in columns of these names, hashed or sealed. */
const SECRET = '^(sealed_.*|.*_hash|token|token_.*|.*_token|.*password.*|.*secret.*)$'

interface TableShape {
  /** Quoted columns of the key by which pages follow each other with their types, in its order. */
  key: { name: string; type: string }[]
  /** Columns that are not exported. */
  secrets: string[]
}

/*
 * A unique index that begins with the company and has ids beside it, those without texts first: the company's rows are read in its order
 * then. Else the primary key, by which each page would be found among all companies' rows, or sort all of the company's.
 */
const findKey = (table: string): Sql => sql`SELECT i.indkey::int2[] AS columns FROM pg_index i
  CROSS JOIN LATERAL (SELECT bool_and(a.attnotnull) AS is_whole,
      count(*) FILTER (WHERE a.attname = 'company_id' AND a.attnum = i.indkey[0]) AS of_company,
      count(*) FILTER (WHERE a.attname <> 'company_id' AND a.atttypid IN ('int4'::regtype, 'int8'::regtype, 'uuid'::regtype)) AS ids,
      count(*) FILTER (WHERE a.atttypid = 'text'::regtype) AS texts
    FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])) k
  WHERE i.indrelid = ${table}::regclass AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND k.is_whole
    AND (i.indisprimary OR (k.of_company = 1 AND k.ids > 0))
  ORDER BY k.of_company = 1 DESC, k.texts, i.indnkeyatts, i.indisprimary DESC LIMIT 1`

async function readShape(tx: Tx, table: string): Promise<TableShape> {
  const rows = await query<{ name: string; type: string; position: number | null; secret: boolean }>(
    tx,
    sql`SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
        array_position(k.columns, a.attnum) AS position,
        a.attname ~ ${SECRET} OR a.atttypid = 'bytea'::regtype AS secret
      FROM pg_attribute a LEFT JOIN (${findKey(table)}) k ON true
      WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY position`,
  )
  const key = rows.filter(({ position }) => position !== null)
  if (key.length === 0) throw new TypeError(`${table} has no primary key to page by`)
  return { key, secrets: rows.filter(({ secret }) => secret).map(({ name }) => name) }
}

const column = (name: string): Sql => rawSql(`t.${name}`)

/* `after` is the JSON array of the last row's key. */
function buildCursor({ key }: TableShape, after: string): Sql {
  if (after === '') return sql`true`
  const columns = key.map(({ name }) => column(name))
  const values = key.map(({ type }, index) => sql`(${after}::jsonb ->> ${index}::int)::${rawSql(type)}`)
  return sql`(${joinSql(columns, ', ')}) > (${joinSql(values, ', ')})`
}

function readRows(
  tx: Tx,
  table: string,
  shape: TableShape,
  page: { companyId: CompanyId; after: string; without: readonly string[]; size: number },
): Promise<ExportRow[]> {
  const key = joinSql(
    shape.key.map(({ name }) => column(name)),
    ', ',
  )
  return query<ExportRow & Record<string, unknown>>(
    tx,
    sql`SELECT (to_jsonb(t) - ${[...page.without, ...shape.secrets]}::text[])::text AS line, jsonb_build_array(${key})::text AS cursor
      FROM ${rawSql(table)} t WHERE t.company_id = ${page.companyId} AND ${buildCursor(shape, page.after)}
      ORDER BY ${key} LIMIT ${integerSql(page.size)}`,
  )
}

async function presentRows(
  companyId: CompanyId,
  rows: readonly ExportRow[],
  present: NonNullable<ExportTableOptions['present']>,
): Promise<ExportRow[]> {
  const shown = await present(
    companyId,
    rows.map(({ line }) => JSON.parse(line) as ExportedRow),
  )
  return rows.map(({ cursor }, index) => ({ line: JSON.stringify(shown[index]), cursor }))
}

/**
 * The company's rows of a table of the service's schema, in the order of a key: a page is a transaction of its own. Columns
 * of secrets (`sealed_…`, `…_hash`, tokens, passwords, bytes) are left out whatever the caller says.
 */
export function exportTable(db: Database, table: string, options: ExportTableOptions = {}): ExportPart {
  const { without = [], size = 500, present } = options
  return {
    name: table,
    read: async (companyId: CompanyId, after: string): Promise<ExportPage> => {
      const rows = await db.withTenant(companyId, async (tx) =>
        readRows(tx, table, await readShape(tx, table), { companyId, after, without, size }),
      )
      return cutPage(present ? await presentRows(companyId, rows, present) : rows, size)
    },
  }
}
