import type { Tx } from '@balcao/kernel'

import type { ColumnPart } from './columns'
import { sql } from './sql'
import type { Table } from './table'
import { query } from './transaction'

const describeColumn = ({ name, type, isNullable }: ColumnPart): string =>
  `${name} ${type}${isNullable ? '' : ' NOT NULL'}`

/** Columns that only the map (`+`) or only the table (`-`) has: empty when both agree. */
export async function findTableDrift(
  tx: Tx,
  { name, parts, unmapped }: Pick<Table<object, never, never>, 'name' | 'parts' | 'unmapped'>,
): Promise<string[]> {
  const real = await query<ColumnPart & Record<string, unknown>>(
    tx,
    sql`SELECT a.attname AS name, t.typname AS type, NOT a.attnotnull AS "isNullable"
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      WHERE a.attrelid = to_regclass(${name}) AND a.attnum > 0 AND NOT a.attisdropped`,
  )
  const inTable = real.filter((part) => !unmapped.includes(part.name)).map(describeColumn)
  const inMap = parts.map(describeColumn)
  return [
    ...inMap.filter((part) => !inTable.includes(part)).map((part) => `+ ${part}`),
    ...inTable.filter((part) => !inMap.includes(part)).map((part) => `- ${part}`),
  ]
}
