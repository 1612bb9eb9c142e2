import type { Tx } from '@balcao/kernel'

import { objectReader, type Column, type ColumnPart, type PgType, type Row, type Written } from './columns'
import { noSql, rawSql, sql, Sql } from './sql'
import { execute, query } from './transaction'

/** A column for every field: a missing one does not compile. */
export type Columns<T> = { readonly [K in keyof T]-?: Column<T[K]> }

type KeysWritten<C, W extends Written> = {
  [K in keyof C]: C[K] extends Column<unknown, W> ? K : never
}[keyof C]

type NoOthers<T, C> = { readonly [K in Exclude<keyof C, keyof T>]: never }

/** A column that is computed from the object at every write and not read: a folded name. */
export interface DerivedColumn<T> {
  type: PgType
  from: (object: T) => unknown
}

export interface TableOptions<T> {
  derived?: Readonly<Record<string, DerivedColumn<T>>>
  /** Columns of the table that no object of this map has. */
  unmapped?: readonly string[]
}

/** A table and the objects in its rows. SELECT lists, INSERTs, UPDATEs and the reading of rows come from its columns. */
export interface Table<T extends object, Inserted, Updated> {
  readonly name: string
  readonly parts: readonly ColumnPart[]
  readonly unmapped: readonly string[]
  /** What `columns` selects, in its order. */
  readonly selected: readonly ColumnPart[]
  /** The name of a field's column. */
  nameOf(field: keyof T): Sql
  /** `id, company_id, …` */
  readonly columns: Sql
  /** `c.id AS contact_id, …`, for joins: `columnsOf('c', 'contact_')`. */
  columnsOf(alias: string, prefix?: string): Sql
  /** Reads a row whose columns carry this prefix. */
  readerOf(prefix: string): (row: Row) => T
  read(row: Row): T
  /**
   * `INSERT INTO … (…) VALUES (…)`; a conflict clause and RETURNING may follow.
   * @param besides values of unmapped columns, by name.
   */
  insertion(object: Inserted, besides?: Readonly<Record<string, unknown>>): Sql
  /** `name = $1, …`: all that an UPDATE writes. */
  assignments(object: Updated): Sql
  /** `name = excluded.name, …`: the same in a conflict clause. */
  readonly excluded: Sql
  /** The rows of `SELECT … FROM …` followed by `rest`. */
  find(tx: Tx, rest: Sql): Promise<T[]>
  findFirst(tx: Tx, rest: Sql): Promise<T | undefined>
  /** The stored object with the values that Postgres filled in; undefined when `conflict` skipped it. */
  insert(tx: Tx, object: Inserted, conflict?: Sql): Promise<T | undefined>
  /** The number of rows written. */
  update(tx: Tx, object: Updated, where: Sql): Promise<number>
}

type AnyColumns = Readonly<Record<string, Column<unknown>>>
type AnyDerived = Readonly<Record<string, DerivedColumn<unknown>>>

/** The values that an INSERT or an UPDATE writes, by name. */
interface Writing {
  names: readonly string[]
  valuesOf: (object: Row) => unknown[]
}

function buildWriting(columns: AnyColumns, derived: AnyDerived, written: readonly Written[]): Writing {
  const own = Object.entries(columns).filter(([, column]) => written.includes(column.written))
  const computed = Object.entries(derived)
  return {
    names: [
      ...own.flatMap(([, { parts }]) => parts.map(({ name }) => name)),
      ...computed.map(([name]) => name),
    ],
    valuesOf: (object) => [
      ...own.flatMap(([key, column]) => column.write(object[key])),
      ...computed.map(([, { from }]) => from(object)),
    ],
  }
}

const listParts = (columns: AnyColumns, derived: AnyDerived): ColumnPart[] => [
  ...Object.values(columns).flatMap(({ parts }) => parts),
  ...Object.entries(derived).map(([name, { type }]) => ({ name, type, isNullable: false })),
]

/* Texts are built once; a statement only adds the values. */
function buildStatements(name: string, columns: AnyColumns, derived: AnyDerived) {
  const selectedParts = Object.values(columns).flatMap(({ parts }) => parts)
  const selected = selectedParts.map((part) => part.name)
  const inserting = buildWriting(columns, derived, ['once', 'always'])
  const updating = buildWriting(columns, derived, ['always'])
  const insertStrings = (names: readonly string[]) => [
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (`,
    ...names.slice(1).map(() => ', '),
    ')',
  ]
  const plainInsert = insertStrings(inserting.names)
  const updateStrings = [...updating.names.map((own, index) => `${index === 0 ? '' : ', '}${own} = `), '']
  const columnsOf = (alias: string, prefix = '') =>
    rawSql(selected.map((own) => `${alias}.${own}${prefix && ` AS ${prefix}${own}`}`).join(', '))
  return {
    selected: selectedParts,
    columns: rawSql(selected.join(', ')),
    columnsOf,
    insertion: (object: object, besides?: Row) => {
      const values = inserting.valuesOf(object as Row)
      if (!besides) return new Sql(plainInsert, values)
      const names = [...inserting.names, ...Object.keys(besides)]
      return new Sql(insertStrings(names), [...values, ...Object.values(besides)])
    },
    assignments: (object: object) => new Sql(updateStrings, updating.valuesOf(object as Row)),
    excluded: rawSql(updating.names.map((own) => `${own} = excluded.${own}`).join(', ')),
  }
}

/**
 * The map of a table: `tableOf<Note>()('notes', { id: generated(column.int('id')), … })`. `findTableDrift` compares it with
 * the table that the migrations created.
 */
export const tableOf =
  <T extends object>() =>
  <C extends Columns<T>>(
    name: string,
    columns: C & NoOthers<T, C>,
    { derived = {}, unmapped = [] }: TableOptions<T> = {},
  ): Table<
    T,
    Pick<T, KeysWritten<C, 'once' | 'always'> & keyof T>,
    Pick<T, KeysWritten<C, 'always'> & keyof T>
  > => {
    const fields: Columns<T> = columns
    const computed = derived as AnyDerived
    const statements = buildStatements(name, columns, computed)
    const readerOf = (prefix: string) => objectReader<T>(columns, prefix)
    const read = readerOf('')
    const from = sql`SELECT ${statements.columns} FROM ${rawSql(name)} `
    const rows = async (tx: Tx, statement: Sql) => (await query(tx, statement)).map(read)
    const find = (tx: Tx, rest: Sql) => rows(tx, sql`${from}${rest}`)
    return {
      ...statements,
      name,
      parts: listParts(columns, computed),
      unmapped,
      nameOf: (field) => rawSql(fields[field].parts[0]?.name ?? ''),
      readerOf,
      read,
      find,
      findFirst: async (tx, rest) => (await find(tx, rest))[0],
      insert: async (tx, object, conflict = noSql) =>
        (await rows(tx, sql`${statements.insertion(object)} ${conflict} RETURNING ${statements.columns}`))[0],
      update: (tx, object, where) =>
        execute(tx, sql`UPDATE ${rawSql(name)} SET ${statements.assignments(object)} ${where}`),
    }
  }
