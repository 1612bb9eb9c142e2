import type { Tx } from '@balcao/kernel'

import type { AnyEntity } from './entity'
import { listColumns, listDerived, listFields, type ColumnPart } from './entity-columns'
import { sql } from './sql'
import { query } from './transaction'

const describeColumn = ({ name, type, isNullable }: ColumnPart): string =>
  `${name} ${type}${isNullable ? '' : ' NOT NULL'}`

const describeKey = (names: readonly string[]): string => `primary key ${[...names].sort().join(', ')}`

async function listReal(tx: Tx, table: string): Promise<ColumnPart[]> {
  return query<ColumnPart & Record<string, unknown>>(
    tx,
    sql`SELECT a.attname AS name, t.typname AS type, NOT a.attnotnull AS "isNullable"
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      WHERE a.attrelid = to_regclass(${table}) AND a.attnum > 0 AND NOT a.attisdropped`,
  )
}

async function listPrimary(tx: Tx, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    tx,
    sql`SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = to_regclass(${table}) AND i.indisprimary`,
  )
  return rows.map(({ name }) => name)
}

/** Columns and primary keys that only the map (`+`) or only the table (`-`) has: empty when both agree. */
export async function findTableDrift(tx: Tx, entity: AnyEntity): Promise<string[]> {
  const { name: table } = entity.options
  const real = await listReal(tx, table)
  const primary = listColumns(entity.options)
    .filter(([, own]) => own.primary)
    .map(([key, own]) => own.name ?? key)
  const isMapped = (name: string) => !entity.unmapped.includes(name)
  const inTable = [
    ...real.filter(({ name }) => isMapped(name)).map(describeColumn),
    describeKey((await listPrimary(tx, table)).filter(isMapped)),
  ]
  const inMap = [
    ...[...listFields(entity).flatMap((field) => field.columns), ...listDerived(entity)].map(describeColumn),
    describeKey(primary),
  ]
  return [
    ...inMap.filter((part) => !inTable.includes(part)).map((part) => `+ ${part}`),
    ...inTable.filter((part) => !inMap.includes(part)).map((part) => `- ${part}`),
  ]
}
