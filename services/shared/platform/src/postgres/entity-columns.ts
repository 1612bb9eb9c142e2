import type { EntitySchemaColumnOptions } from 'typeorm'

import type { AbsentGroup, Row } from './columns'
import type { AnyEntity } from './entity'

/** A column of the table, as `findTableDrift` compares it with the real one. */
export interface ColumnPart {
  name: string
  /** As in `pg_type.typname`. */
  type: string
  isNullable: boolean
}

type Convert = (value: unknown) => unknown

interface EntityColumn extends ColumnPart {
  isInserted: boolean
  isUpdated: boolean
  /** From what pg returns; undefined when the object has the same. */
  from: Convert | undefined
  to: Convert | undefined
}

/** A field of the object: one column, or the keys and columns of a group. */
export interface EntityField {
  key: string
  columns: readonly EntityColumn[]
  /** The keys of the columns inside a group's object. */
  keys?: readonly string[]
  absent?: AbsentGroup | undefined
}

const toJson: Convert = (value) => (value == null ? value : JSON.stringify(value))

/* TypeORM's driver makes JSON of these types' values when it writes them, after the transformer. */
function storeOf({ type, transformer }: EntitySchemaColumnOptions): Convert | undefined {
  const own = Array.isArray(transformer) ? undefined : transformer
  const to = own && ((value: unknown) => own.to(value) as unknown)
  if (type !== 'json' && type !== 'jsonb') return to
  return to ? (value) => toJson(to(value)) : toJson
}

function readOf({ transformer }: EntitySchemaColumnOptions): Convert | undefined {
  const own = Array.isArray(transformer) ? undefined : transformer
  return own && ((stored) => own.from(stored) as unknown)
}

const columnOf = (key: string, options: EntitySchemaColumnOptions): EntityColumn => ({
  name: options.name ?? key,
  type: `${options.array ? '_' : ''}${String(options.type)}`,
  isNullable: options.nullable === true,
  isInserted: options.insert !== false,
  isUpdated: options.update !== false,
  from: readOf(options),
  to: storeOf(options),
})

/** The columns of an EntitySchema by key, computed ones included. */
export const listColumns = ({ columns }: AnyEntity['options']): [string, EntitySchemaColumnOptions][] =>
  Object.entries(columns as Record<string, EntitySchemaColumnOptions>)

/** What the EntitySchema says of the object's fields, in the order of its columns; groups come last. */
export function listFields({ options, derived, absent }: AnyEntity): EntityField[] {
  const plain = listColumns(options)
    .filter(([key, own]) => !Object.hasOwn(derived, key) && !own.virtualProperty)
    .map(([key, own]) => ({ key, columns: [columnOf(key, own)] }))
  const groups = Object.entries(options.embeddeds ?? {}).map(([key, { schema }]) => {
    const inner = listColumns(schema.options as AnyEntity['options'])
    return {
      key,
      columns: inner.map(([innerKey, own]) => columnOf(innerKey, own)),
      keys: inner.map(([innerKey]) => innerKey),
      absent: absent[key],
    }
  })
  return [...plain, ...groups]
}

/** Whether only repositories can read the objects: they have fields that no SELECT list of the columns has. */
export const isForRepositories = ({ options, derived }: AnyEntity): boolean =>
  listColumns(options).some(
    ([key, own]) => own.virtualProperty === true || (own.select === false && !Object.hasOwn(derived, key)),
  )

/** The columns that are computed from the object. */
export const listDerived = ({ options, derived }: AnyEntity): EntityColumn[] =>
  listColumns(options)
    .filter(([key]) => Object.hasOwn(derived, key))
    .map(([key, own]) => columnOf(key, own))

type Read = (row: Row) => unknown

function readerOfGroup({ columns, keys = [], absent }: EntityField, prefix: string): Read {
  const parts = columns.map(({ name, from }, index) => ({
    key: keys[index] ?? name,
    name: prefix + name,
    from,
  }))
  const known = parts.find(({ key }) => key === absent?.presence)?.name
  return (row) => {
    if (known !== undefined && row[known] === null) return null
    const read: Row = {}
    for (const { key, name, from } of parts) read[key] = from ? from(row[name]) : row[name]
    return read
  }
}

/** Reads the objects whose columns are named `{prefix}{name}`. */
export function objectReader<T extends object>(
  fields: readonly EntityField[],
  prefix: string,
): (row: Row) => T {
  const readers = fields.map((field) => {
    const [only] = field.columns
    if (field.keys || !only) return { key: field.key, name: '', read: readerOfGroup(field, prefix) }
    const { from } = only
    const name = prefix + only.name
    return { key: field.key, name, read: from && ((row: Row) => from(row[name])) }
  })
  return (row) => {
    const read: Row = {}
    for (const reader of readers) read[reader.key] = reader.read ? reader.read(row) : row[reader.name]
    return read as T
  }
}

/** Adds the values of a field's columns to those of a statement. */
export function storeField({ columns, keys, absent }: EntityField, value: unknown, values: unknown[]): void {
  const parts = keys && ((value === null && absent ? absent.stored : value) as Row)
  for (const [index, { to }] of columns.entries()) {
    const part = parts ? parts[keys[index] ?? ''] : value
    values.push(to ? to(part) : part)
  }
}
