import type { Tx } from '@balcao/kernel'
import type { PoolClient, QueryConfig, QueryResultRow } from 'pg'

import { compileSql, type Sql } from './sql'
import { prepareStatement } from './statements'

/** The implementation of the opaque `Tx`. */
export class PgTransaction {
  private isOver = false
  private readonly afterCommit: (() => void)[] = []

  constructor(
    readonly client: PoolClient,
    private readonly keepsStatements: boolean,
  ) {}

  asTx(): Tx {
    return this as unknown as Tx
  }

  static of(tx: Tx): PgTransaction {
    if (!(tx instanceof PgTransaction)) throw new TypeError('Not an open transaction of this database')
    // A promise that was not awaited must not write into the next user's transaction.
    if (tx.isOver) throw new Error('The transaction is over')
    return tx
  }

  statement(statement: string | Sql, params: readonly unknown[]): QueryConfig {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: [...params] } : compileSql(statement)
    return this.keepsStatements ? prepareStatement(text, values) : { text, values }
  }

  onCommit(callback: () => void): void {
    this.afterCommit.push(callback)
  }

  finish(): void {
    this.isOver = true
  }

  committed(): void {
    for (const callback of this.afterCommit) callback()
  }
}

/**
 * The rows of a statement in the open transaction, straight from pg. Write it with `sql`; rows of one table with `tableOf`.
 * int8 arrives as number, timestamptz as Date, date as `YYYY-MM-DD`. Repeated texts are prepared once per
 * connection, so build few texts and pass values as parameters.
 */
export async function query<T extends QueryResultRow>(
  tx: Tx,
  statement: string | Sql,
  params: readonly unknown[] = [],
): Promise<T[]> {
  const transaction = PgTransaction.of(tx)
  const result = await transaction.client.query<T>(transaction.statement(statement, params))
  return result.rows
}

/** The number of rows an INSERT, UPDATE or DELETE touched. */
export async function execute(
  tx: Tx,
  statement: string | Sql,
  params: readonly unknown[] = [],
): Promise<number> {
  const transaction = PgTransaction.of(tx)
  const result = await transaction.client.query(transaction.statement(statement, params))
  return result.rowCount ?? 0
}

/** Runs after the commit; never after a rollback. For hints only: a crash loses it. */
export const afterCommit = (tx: Tx, callback: () => void): void => PgTransaction.of(tx).onCommit(callback)
