import { readSort, type Sort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import type {
  DataSource,
  FindOptionsOrder,
  FindOptionsWhere,
  ObjectLiteral,
  QueryRunner,
  Repository,
  SelectQueryBuilder,
} from 'typeorm'

import { buildDataSource, runOn } from './data-source'
import type { AnyEntity, Entity } from './entity'
import { PgTransaction } from './transaction'

/** A repository whose statements belong to the open transaction. */
export type EntityRepository<T extends object, I, U> = Repository<T> & {
  /** Only for the compiler. */
  readonly entity?: Entity<T, I, U>
}

const refuse = (): Promise<never> =>
  Promise.reject(new TypeError('A transaction begins and ends in withTenant or asPlatform'))

function bind(dataSource: DataSource, tx: Tx): QueryRunner {
  const runner = runOn(dataSource, (text, values) => {
    const transaction = PgTransaction.of(tx)
    return transaction.send(transaction.statement(text, values))
  })
  return Object.assign(runner, {
    isTransactionActive: true,
    connect: refuse,
    startTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  })
}

/**
 * TypeORM's repositories of a schema's entities: `repositoryOf(tx, notes).findOneBy({ companyId, id })`. Their statements go
 * through the transaction, with its tenant and row-level security. Metadata is built at first use.
 * @throws {TypeError} for a transaction that is over, or when TypeORM begins or ends one.
 */
export function repositoriesOf(entities: readonly AnyEntity[]) {
  let dataSource: DataSource | undefined
  const runners = new WeakMap<Tx, QueryRunner>()
  return <T extends object, I, U>(tx: Tx, entity: Entity<T, I, U>): EntityRepository<T, I, U> => {
    dataSource ??= buildDataSource({ entities })
    const runner = runners.get(tx) ?? bind(dataSource, tx)
    runners.set(tx, runner)
    return runner.manager.getRepository(entity)
  }
}

/** The row with these values or, in a list, with one set of them: the first of an order; undefined when there is none. */
export const findRow = async <T extends object>(
  repository: Repository<T>,
  where: FindOptionsWhere<T> | FindOptionsWhere<T>[],
  order: FindOptionsOrder<T> = {},
): Promise<T | undefined> => (await repository.findOne({ where, order })) ?? undefined

/** The first of a column's times that is before this one; undefined when there is none. */
export async function findFirstTime<T extends object>(
  repository: Repository<T>,
  column: keyof T & string,
  before: Date,
): Promise<Date | undefined> {
  const builder = repository.createQueryBuilder('r').select(`min(r.${column})`, 'first')
  const row = await builder.where(`r.${column} < :before`, { before }).getRawOne<{ first: Date | null }>()
  return row?.first ?? undefined
}

/** The row with these values, locked until the transaction ends. */
export const lockRow = async <T extends object>(
  repository: Repository<T>,
  where: FindOptionsWhere<T> | FindOptionsWhere<T>[],
): Promise<T | undefined> =>
  (await repository.findOne({ where, lock: { mode: 'pessimistic_write' } })) ?? undefined

/** The stored object with the values that Postgres filled in. The one that is given stays as it is. */
export async function insertRow<T extends object, I extends object, U>(
  repository: EntityRepository<T, I, U>,
  object: I,
): Promise<T> {
  const row = { ...object }
  await repository.insert(row as never)
  return row as unknown as T
}

/** The same; undefined when a unique index has its values already. */
export async function insertRowUnlessTaken<T extends object, I extends object, U>(
  repository: EntityRepository<T, I, U>,
  object: I,
): Promise<T | undefined> {
  const row = { ...object }
  const keys = repository.metadata.primaryColumns.map(({ propertyName }) => propertyName)
  const insert = repository
    .createQueryBuilder()
    .insert()
    .values(row as never)
  const { raw } = await insert.orIgnore().returning(keys).execute()
  return (raw as unknown[]).length > 0 ? (row as unknown as T) : undefined
}

/** Values of an UPDATE, or functions that answer SQL. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | (() => string) }

/* TypeORM leaves out what is undefined; in our objects it stands for NULL. */
const undefinedAsNull = (changes: object): object =>
  Object.fromEntries(Object.entries(changes).map(([key, value]: [string, unknown]) => [key, value ?? null]))

/** The number of rows written: those with these values. Fields that no UPDATE writes are left out. */
export async function updateRows<T extends object>(
  repository: Repository<T>,
  where: FindOptionsWhere<T>,
  changes: Changes<T>,
): Promise<number> {
  const { affected } = await repository.update(where, undefinedAsNull(changes) as never)
  return affected ?? 0
}

/** The same for a whole object: a field that it does not have becomes NULL. */
export function saveRow<T extends object, I, U extends object>(
  repository: EntityRepository<T, I, U>,
  where: FindOptionsWhere<T>,
  object: U,
): Promise<number> {
  const mayLack = repository.metadata.columns.filter(
    (own) => own.isUpdate && own.isNullable && own.isSelect && !own.embeddedMetadata,
  )
  const lacking = Object.fromEntries(mayLack.map(({ propertyName }) => [propertyName, null]))
  return updateRows(repository, where, { ...lacking, ...object } as Changes<T>)
}

/** The number of rows deleted. */
export async function deleteRows<T extends object>(
  repository: Repository<T>,
  where: FindOptionsWhere<T>,
): Promise<number> {
  const { affected } = await repository.delete(where)
  return affected ?? 0
}

/** What a list is sorted by: SQL by the columns that a call may name, where it may. Ties are by id, the same way round. */
export interface ListOrder<Column extends string = never> {
  columns?: Readonly<Record<Column, string>>
  own: readonly [expression: string, direction: 'ASC' | 'DESC']
  /** Rows without the value are last, either way round. */
  hasNulls?: true
}

/** A slice of a query's rows, and how many it has. */
export async function readSlice<T extends ObjectLiteral, Column extends string = never>(
  builder: SelectQueryBuilder<T>,
  { offset, limit, sort }: Slice<Sort<Column>>,
  { columns, own, hasNulls }: ListOrder<Column>,
): Promise<Counted<T>> {
  const read = columns && readSort(Object.keys(columns) as Column[], sort)
  const [expression, direction] = read
    ? ([columns[read.column], read.isDescending ? 'DESC' : 'ASC'] as const)
    : own
  const [items, count] = await builder
    .orderBy(expression, direction, hasNulls && 'NULLS LAST')
    .addOrderBy(`${builder.alias}.id`, direction)
    .limit(limit)
    .offset(offset)
    .getManyAndCount()
  return { items, count }
}
