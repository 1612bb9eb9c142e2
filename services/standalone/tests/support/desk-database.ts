import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Client, type QueryResultRow } from 'pg'

import { readBuiltInPostgres } from './built-in-postgres'
import type { Sink } from './find-leaks'

export type Sql = <T extends QueryResultRow>(text: string) => Promise<T[]>

/** Queries the built-in database of a running desk as its owner. A connection for each statement. */
export const deskSql =
  (dataDir: string): Sql =>
  async <T extends QueryResultRow>(text: string) => {
    const { socketFolder: host } = readBuiltInPostgres(dataDir)
    const password = readFileSync(path.join(dataDir, 'secrets/postgres-password'), 'utf8')
    const client = new Client({ host, port: 5432, user: 'balcao', password, database: 'balcao' })
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }

const quoted = (name: string) => `"${name}"`

/** Every table of every schema with all content, bytes as bytes and the rest as text; partitions through their table. Outboxes are topics. */
export async function dumpTables(sql: Sql): Promise<Sink[]> {
  const columns = await sql<{ schema: string; table: string; column: string; type: string }>(`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY 1, 2, a.attnum`)
  const tables = new Map<string, string[]>()
  for (const { schema, table, column, type } of columns) {
    const name = `${quoted(schema)}.${quoted(table)}`
    const read = type === 'bytea' ? quoted(column) : `${quoted(column)}::text`
    tables.set(name, [...(tables.get(name) ?? []), `${read} AS c${tables.get(name)?.length ?? 0}`])
  }
  const sinks: Sink[] = []
  for (const [name, reads] of tables) {
    const rows = await sql<Record<string, string | Buffer | null>>(`SELECT ${reads.join(', ')} FROM ${name}`)
    const values = rows.flatMap((row) => Object.values(row).map((value) => Buffer.from(value ?? '')))
    const data = Buffer.concat(values.flatMap((value) => [value, Buffer.from('\n\0\n')]))
    sinks.push({ kind: name.endsWith('"outbox"') ? 'topic' : 'table', name, data })
  }
  return sinks
}
