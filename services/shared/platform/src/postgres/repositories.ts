import type { Tx } from '@balcao/kernel'
import type { DataSource, QueryRunner, Repository } from 'typeorm'

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

/** The stored object with the values that Postgres filled in. The one that is given stays as it is. */
export async function insertRow<T extends object, I extends object, U>(
  repository: EntityRepository<T, I, U>,
  object: I,
): Promise<T> {
  const row = { ...object }
  await repository.insert(row as never)
  return row as unknown as T
}
