/** A row as pg returns it. */
export type Row = Record<string, unknown>

/** Names of types as in `pg_type.typname`. */
export type PgType =
  | 'bool'
  | 'bytea'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'float8'
  | 'text'
  | 'uuid'
  | 'timestamptz'
  | 'json'
  | 'jsonb'
  | '_text'
  | '_int4'
  | '_uuid'

/** A column of the table, as `findTableDrift` compares it with the real one. */
export interface ColumnPart {
  name: string
  type: PgType
  isNullable: boolean
}

/** The statements that write a column: none, as Postgres fills it in (`never`), the INSERT (`once`), INSERT and UPDATE (`always`). */
export type Written = 'never' | 'once' | 'always'

/** How one field of an object is stored in its table: in one column, or in several for a group. */
export interface Column<V, W extends Written = Written> {
  readonly parts: readonly ColumnPart[]
  readonly written: W
  /** Reads rows whose columns are named `{prefix}{name}`. */
  readFrom(prefix: string): (row: Row) => V
  /** One value for each part. */
  write(value: V): unknown[]
}

type Plain<V> = Column<V, 'always'>

const same = <V>(value: V): V => value

/* The parsed value has the type of the column's declaration; `findTableDrift` compares that type with the real table. */
function plain<Raw, V>(
  name: string,
  type: PgType,
  from: (raw: Raw) => V,
  to: (value: V) => unknown,
): Plain<V> {
  return {
    parts: [{ name, type, isNullable: false }],
    written: 'always',
    readFrom: (prefix) => {
      const key = prefix + name
      return (row) => from(row[key] as Raw)
    },
    write: (value) => [to(value)],
  }
}

/** Columns by type. `of` brands or narrows the value. */
export const column = {
  int: <V extends number = number>(name: string, of: (raw: number) => V = same as never): Plain<V> =>
    plain(name, 'int4', of, same),
  smallint: (name: string): Plain<number> => plain<number, number>(name, 'int2', same, same),
  bigint: (name: string): Plain<number> => plain<number, number>(name, 'int8', same, same),
  text: <V extends string = string>(name: string, of: (raw: string) => V = same as never): Plain<V> =>
    plain(name, 'text', of, same),
  uuid: <V extends string = string>(name: string, of: (raw: string) => V = same as never): Plain<V> =>
    plain(name, 'uuid', of, same),
  double: (name: string): Plain<number> => plain<number, number>(name, 'float8', same, same),
  bool: (name: string): Plain<boolean> => plain<boolean, boolean>(name, 'bool', same, same),
  bytes: <V extends Uint8Array = Uint8Array>(name: string): Plain<V> =>
    plain<V, V>(name, 'bytea', same, same),
  time: (name: string): Plain<Date> => plain<Date, Date>(name, 'timestamptz', same, same),
  jsonb: <V>(name: string): Plain<V> => plain<V, V>(name, 'jsonb', same, (value) => JSON.stringify(value)),
  texts: (name: string): Plain<readonly string[]> =>
    plain<readonly string[], readonly string[]>(name, '_text', same, same),
  ints: <V extends number = number>(name: string, of: (raw: number) => V): Plain<readonly V[]> =>
    plain<number[], readonly V[]>(name, '_int4', (raw) => raw.map(of), same),
  uuids: <V extends string = string>(name: string, of: (raw: string) => V): Plain<readonly V[]> =>
    plain<string[], readonly V[]>(name, '_uuid', (raw) => raw.map(of), same),
}

/** A column that stores another value than the object has: `pending` here is `PENDENTE` there. */
export const converted = <Raw, V>(
  inner: Plain<Raw>,
  { read, write }: { read: (raw: Raw) => V; write: (value: V) => Raw },
): Plain<V> => ({
  ...inner,
  readFrom: (prefix) => {
    const raw = inner.readFrom(prefix)
    return (row) => read(raw(row))
  },
  write: (value) => inner.write(write(value)),
})

function nullableAs<V, N extends null | undefined>(inner: Plain<V>, none: N): Plain<V | N> {
  return {
    parts: inner.parts.map((part) => ({ ...part, isNullable: true })),
    written: 'always',
    readFrom: (prefix) => {
      const key = prefix + (inner.parts[0]?.name ?? '')
      const read = inner.readFrom(prefix)
      return (row) => (row[key] === null ? none : read(row))
    },
    write: (value) => (value == null ? [null] : inner.write(value)),
  }
}

/** NULL is null. */
export const orNull = <V>(inner: Plain<V>): Plain<V | null> => nullableAs(inner, null)

/** NULL is undefined. */
export const orUndefined = <V>(inner: Plain<V>): Plain<V | undefined> => nullableAs(inner, undefined)

/** Filled in by Postgres: an identity or a default. */
export const generated = <V>(inner: Plain<V>): Column<V, 'never'> => ({ ...inner, written: 'never' })

/** Written by the INSERT; an UPDATE leaves it unchanged. */
export const fixed = <V>(inner: Plain<V>): Column<V, 'once'> => ({ ...inner, written: 'once' })

type Group<V> = { readonly [K in keyof V]-?: Column<V[K]> }

/** An object in several columns. */
export function group<V extends object>(columns: Group<V>): Plain<V> {
  const keys = Object.keys(columns) as (keyof V)[]
  return {
    parts: keys.flatMap((key) => columns[key].parts),
    written: 'always',
    readFrom: (prefix) => objectReader(columns, prefix),
    write: (value) => keys.flatMap((key) => columns[key].write(value[key])),
  }
}

/**
 * An object in several columns; null when the column of `presence` is NULL.
 * @param absent values of the other columns in that case.
 */
export function orNullGroup<V extends object, P extends keyof V>(
  columns: Group<V>,
  presence: P,
  absent: { readonly [K in Exclude<keyof V, P>]: unknown },
): Plain<V | null> {
  const keys = Object.keys(columns) as (keyof V)[]
  const none = keys.map((key) => (key === presence ? null : absent[key as Exclude<keyof V, P>]))
  return {
    parts: keys.flatMap((key, index) =>
      columns[key].parts.map((part) => ({ ...part, isNullable: none[index] === null })),
    ),
    written: 'always',
    readFrom: (prefix) => {
      const known = prefix + (columns[presence].parts[0]?.name ?? '')
      const read = objectReader(columns, prefix)
      return (row) => (row[known] === null ? null : read(row))
    },
    write: (value) => (value === null ? none : keys.flatMap((key) => columns[key].write(value[key]))),
  }
}

/** Reads the objects whose fields are in these columns. */
export function objectReader<V extends object>(columns: Group<V>, prefix: string): (row: Row) => V {
  const keys = Object.keys(columns) as (keyof V)[]
  const readers = keys.map((key) => [key, columns[key].readFrom(prefix)] as const)
  return (row) => {
    const read: Partial<V> = {}
    for (const [key, reader] of readers) read[key] = reader(row)
    return read as V
  }
}
