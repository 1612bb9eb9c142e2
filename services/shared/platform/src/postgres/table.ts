import type { Tx } from '@balcao/kernel'

import type { Row } from './columns'
import {
  entityOf,
  type AnyEntity,
  type Columns,
  type Entity,
  type EntityOptions,
  type Insertable,
  type NoOthers,
  type Updatable,
} from './entity'
import {
  isForRepositories,
  listDerived,
  listFields,
  objectReader,
  storeField,
  type EntityField,
} from './entity-columns'
import { noSql, rawSql, sql, Sql } from './sql'
import { execute, query } from './transaction'

/** SQL for the rows of an entity: SELECT lists, INSERTs, UPDATEs and the reading of rows come from its columns. */
export interface Table<T extends object, Inserted, Updated> {
  readonly name: string
  readonly entity: Entity<T, Inserted, Updated>
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

/** The values that an INSERT or an UPDATE writes, by name. */
interface Writing {
  names: readonly string[]
  valuesOf: (object: Row) => unknown[]
}

function buildWriting(entity: AnyEntity, written: (field: EntityField) => boolean): Writing {
  const own = listFields(entity).filter(written)
  const computed = Object.entries(entity.derived)
  return {
    names: [
      ...own.flatMap(({ columns }) => columns.map(({ name }) => name)),
      ...listDerived(entity).map(({ name }) => name),
    ],
    valuesOf: (object) => {
      const values: unknown[] = []
      for (const field of own) storeField(field, object[field.key], values)
      for (const [, { from }] of computed) values.push(from(object))
      return values
    },
  }
}

/* Texts are built once; a statement only adds the values. */
function buildStatements(entity: AnyEntity) {
  const { name } = entity.options
  const fields = listFields(entity)
  const selected = fields.flatMap(({ columns }) => columns.map((own) => own.name))
  const inserting = buildWriting(entity, ({ columns }) => columns.every(({ isInserted }) => isInserted))
  const updating = buildWriting(entity, ({ columns }) => columns.every(({ isUpdated }) => isUpdated))
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
    nameOf: (key: PropertyKey) => rawSql(fields.find((field) => field.key === key)?.columns[0]?.name ?? ''),
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

/** The same for a map that is used with SQL only. */
export function tableOf<T extends object>(): <C extends Columns<T>>(
  name: string,
  columns: C & NoOthers<T, C>,
  options?: EntityOptions<T>,
) => Table<T, Insertable<T, C>, Updatable<T, C>>
/** SQL for the rows of an entity, made once of the columns that its EntitySchema has. */
export function tableOf<T extends object, I, U>(entity: Entity<T, I, U>): Table<T, I, U>
export function tableOf<T extends object, I, U>(entity?: Entity<T, I, U>): unknown {
  if (entity) return buildTable(entity)
  return (...map: Parameters<ReturnType<typeof entityOf<T>>>) => buildTable(entityOf<T>()(...map))
}

function buildTable<T extends object, I, U>(entity: Entity<T, I, U>): Table<T, I, U> {
  if (isForRepositories(entity))
    throw new TypeError(`${entity.options.name} is read through repositories only`)
  const { name } = entity.options
  const statements = buildStatements(entity)
  const fields = listFields(entity)
  const readerOf = (prefix: string) => objectReader<T>(fields, prefix)
  const read = readerOf('')
  const from = sql`SELECT ${statements.columns} FROM ${rawSql(name)} `
  const rows = async (tx: Tx, statement: Sql) => (await query(tx, statement)).map(read)
  const find = (tx: Tx, rest: Sql) => rows(tx, sql`${from}${rest}`)
  const insertion = (object: I, besides?: Row) => statements.insertion(object as object, besides)
  const assignments = (object: U) => statements.assignments(object as object)
  return {
    ...statements,
    insertion,
    assignments,
    name,
    entity,
    readerOf,
    read,
    find,
    findFirst: async (tx, rest) => (await find(tx, rest))[0],
    insert: async (tx, object, conflict = noSql) =>
      (await rows(tx, sql`${insertion(object)} ${conflict} RETURNING ${statements.columns}`))[0],
    update: (tx, object, where) =>
      execute(tx, sql`UPDATE ${rawSql(name)} SET ${assignments(object)} ${where}`),
  }
}
