import type { EntitySchemaColumnOptions } from 'typeorm'

/** A row as pg returns it. */
export type Row = Record<string, unknown>

/** Types of columns, as Postgres names them. */
export type PgType =
  'bool' | 'bytea' | 'int2' | 'int4' | 'int8' | 'float8' | 'text' | 'uuid' | 'timestamptz' | 'json' | 'jsonb'

/** The statements that write a column: none, as Postgres fills it in (`never`), the INSERT (`once`), INSERT and UPDATE (`always`). */
export type Written = 'never' | 'once' | 'always'

/** How a value of an object becomes a value of its column, and back. TypeORM makes JSON of what json and jsonb store. */
export interface Conversion<V> {
  from(stored: unknown): V
  to(value: V): unknown
}

/** How one field of an object is stored: in a column, or in several as a group. `V` is only for the compiler. */
export interface Field<V, W extends Written = Written> {
  readonly written: W
  readonly conversion?: Conversion<V>
}

/** The options of an EntitySchema's column, and the type of its values. Without a transformer the value is stored as it is. */
export interface Column<V, W extends Written = Written> extends Field<V, W>, EntitySchemaColumnOptions {
  readonly type: PgType
  readonly name: string
  readonly nullable: boolean
  readonly transformer?: Conversion<V>
}

type Fields<V> = { readonly [K in keyof V]-?: Column<V[K]> }

/** When all of a group is null: `presence` is the column that is NULL then, `stored` has the other columns' values. */
export interface AbsentGroup {
  readonly presence: string
  readonly stored: Readonly<Record<string, unknown>>
}

/** An object in several columns: TypeORM's embedded entity. */
export interface ColumnGroup<V, W extends Written = Written> extends Field<V, W> {
  readonly columns: Readonly<Record<string, Column<unknown>>>
  readonly absent?: AbsentGroup
}

type Plain<V> = Column<V, 'always'>

function plain<V>(name: string, type: PgType, of?: (raw: never) => V): Plain<V> {
  const base = { name, type, nullable: false, written: 'always' } as const
  if (!of) return base
  // The parsed value has the type of the column's declaration; `findTableDrift` compares that type with the real table.
  return { ...base, transformer: { from: (stored) => of(stored as never), to: (value) => value } }
}

const listOf = <V>(name: string, type: PgType, of?: (raw: never) => V): Plain<readonly V[]> => ({
  ...plain<readonly V[]>(name, type, of && ((raw: unknown[]) => raw.map((one) => of(one as never)))),
  array: true,
})

/** Columns by type. `of` brands or narrows the value. */
export const column = {
  int: <V extends number = number>(name: string, of?: (raw: number) => V): Plain<V> =>
    plain(name, 'int4', of),
  smallint: (name: string): Plain<number> => plain(name, 'int2'),
  bigint: <V extends number = number>(name: string, of?: (raw: number) => V): Plain<V> =>
    plain(name, 'int8', of),
  text: <V extends string = string>(name: string, of?: (raw: string) => V): Plain<V> =>
    plain(name, 'text', of),
  uuid: <V extends string = string>(name: string, of?: (raw: string) => V): Plain<V> =>
    plain(name, 'uuid', of),
  double: (name: string): Plain<number> => plain(name, 'float8'),
  bool: (name: string): Plain<boolean> => plain(name, 'bool'),
  bytes: <V extends Uint8Array = Uint8Array>(name: string): Plain<V> => plain(name, 'bytea'),
  time: (name: string): Plain<Date> => plain(name, 'timestamptz'),
  jsonb: <V>(name: string): Plain<V> => plain(name, 'jsonb'),
  texts: (name: string): Plain<readonly string[]> => listOf(name, 'text'),
  ints: <V extends number = number>(name: string, of: (raw: number) => V): Plain<readonly V[]> =>
    listOf(name, 'int4', of),
  bigints: (name: string): Plain<readonly number[]> => listOf(name, 'int8', Number),
  uuids: <V extends string = string>(name: string, of: (raw: string) => V): Plain<readonly V[]> =>
    listOf(name, 'uuid', of),
}

const readWith = <V>({ transformer }: Column<V>, stored: unknown): V =>
  transformer ? transformer.from(stored) : (stored as V)

const storeWith = <V>({ transformer }: Column<V>, value: V): unknown =>
  transformer ? transformer.to(value) : value

/** A column that stores another value than the object has: `pending` here is `PENDENTE` there. */
export const converted = <Raw, V>(
  inner: Plain<Raw>,
  { read, write }: { read: (raw: Raw) => V; write: (value: V) => Raw },
): Plain<V> => {
  const { transformer: _inner, conversion: _conversion, ...options } = inner
  const transformer: Conversion<V> = {
    from: (stored) => read(readWith(inner, stored)),
    to: (value) => storeWith(inner, write(value)),
  }
  return { ...options, transformer }
}

function nullableAs<V, N extends null | undefined>(inner: Plain<V>, none: N): Plain<V | N> {
  const { transformer, conversion: _conversion, ...options } = inner
  const nullable: Plain<V | N> = { ...options, nullable: true }
  if (!transformer && none === null) return nullable
  return {
    ...nullable,
    transformer: {
      from: (stored) => (stored == null ? none : readWith(inner, stored)),
      to: (value) => (value == null ? null : storeWith(inner, value)),
    },
  }
}

/** NULL is null. */
export const orNull = <V>(inner: Plain<V>): Plain<V | null> => nullableAs(inner, null)

/** NULL is undefined. */
export const orUndefined = <V>(inner: Plain<V>): Plain<V | undefined> => nullableAs(inner, undefined)

/** Filled in by Postgres: an identity or a default. TypeORM then reads it from what an INSERT returns. */
export const generated = <V>(inner: Plain<V>): Column<V, 'never'> => ({
  ...inner,
  written: 'never',
  insert: false,
  update: false,
  default: () => 'DEFAULT',
})

/** Read only where a query builder adds it to its selection: the hash of a password. For repositories only. */
export const hidden = <V>(inner: Plain<V>): Plain<V | undefined> => ({
  ...(inner as Plain<V | undefined>),
  select: false,
})

/** Computed by SELECTs: `build` gets the table's alias and answers SQL. For repositories only. */
export const virtual = <V>(inner: Plain<V>, build: (alias: string) => string): Column<V, 'never'> => ({
  ...inner,
  written: 'never',
  virtualProperty: true,
  query: build,
})

/** Written by the INSERT; an UPDATE leaves it unchanged. */
export function fixed<V>(inner: Plain<V>): Column<V, 'once'>
export function fixed<V>(inner: ColumnGroup<V, 'always'>): ColumnGroup<V, 'once'>
export function fixed(inner: Plain<unknown> | ColumnGroup<unknown, 'always'>): Field<unknown, 'once'> {
  if (!('columns' in inner)) return fixedColumn(inner)
  const columns = Object.entries(inner.columns).map(([key, own]) => [key, fixedColumn(own)] as const)
  const all: ColumnGroup<unknown, 'once'> = {
    ...inner,
    written: 'once',
    columns: Object.fromEntries(columns),
  }
  return all
}

const fixedColumn = <V>(inner: Column<V>): Column<V, 'once'> => ({ ...inner, written: 'once', update: false })

/** An object in several columns. */
export const group = <V extends object>(columns: Fields<V>): ColumnGroup<V, 'always'> => ({
  written: 'always',
  columns: columns as ColumnGroup<V>['columns'],
})

/**
 * An object in several columns; null when the column of `presence` is NULL.
 * @param absent values of the other columns in that case.
 */
export function orNullGroup<V extends object, P extends keyof V & string>(
  columns: Fields<V>,
  presence: P,
  absent: { readonly [K in Exclude<keyof V, P>]: unknown },
): ColumnGroup<V | null, 'always'> {
  const stored: Record<string, unknown> = { ...absent, [presence]: null }
  const nullable = Object.entries<Column<unknown>>(columns).map(
    ([key, own]) => [key, stored[key] === null ? { ...own, nullable: true } : own] as const,
  )
  return { written: 'always', columns: Object.fromEntries(nullable), absent: { presence, stored } }
}
