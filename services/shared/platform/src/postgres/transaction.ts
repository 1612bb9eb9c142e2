import type { Tx } from '@balcao/kernel'
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

import { compileSql, type Sql } from './sql'
import { prepareStatement } from './statements'

const OVER = 'The transaction is over'

const onlyReads = (text: string): boolean =>
  /^\s*(SELECT|WITH)\b/.test(text) && !/\b(INSERT|UPDATE|DELETE|MERGE|SHARE)\b/i.test(text)

/** The implementation of the opaque `Tx`. */
export class PgTransaction {
  private isOver = false
  private ending: Promise<QueryResult> | undefined
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
    if (tx.isOver) throw new Error(OVER)
    return tx
  }

  statement(statement: string | Sql, params: readonly unknown[]): QueryConfig {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: [...params] } : compileSql(statement)
    return this.keepsStatements ? prepareStatement(text, values) : { text, values }
  }

  /**
   * Sends a statement, the first ones without waiting for BEGIN's answer: should BEGIN fail, they run outside a transaction, where
   * no tenant is set and nothing can be written, and what they answer is dropped with the failed transaction.
   */
  send<T extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<T>> {
    return this.client.query<T>(config)
  }

  /**
   * The last statement, with COMMIT behind it in the same write, if it only reads: a transaction is tried again when BEGIN's answer
   * was lost with the connection, and must not have been committed then.
   */
  sendLast<T extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<T>> {
    this.isOver = true
    if (!this.keepsStatements || !onlyReads(config.text)) return this.send<T>(config)
    const result = this.client.query<T>(config)
    this.ending = this.client.query('COMMIT')
    // Awaited by `end`, which the statement's own error comes before.
    this.ending.catch(() => undefined)
    return result
  }

  /** Sends COMMIT unless it was sent; its answer. */
  end(): Promise<QueryResult> {
    return this.ending ?? this.client.query('COMMIT')
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
  const result = await transaction.send<T>(transaction.statement(statement, params))
  return result.rows
}

/** Like `query`, for a statement that only reads and after which nothing follows: one round trip for a whole transaction of one. */
export async function queryLast<T extends QueryResultRow>(tx: Tx, statement: Sql): Promise<T[]> {
  const transaction = PgTransaction.of(tx)
  const result = await transaction.sendLast<T>(transaction.statement(statement, []))
  return result.rows
}

/** The number of rows an INSERT, UPDATE or DELETE touched. */
export async function execute(
  tx: Tx,
  statement: string | Sql,
  params: readonly unknown[] = [],
): Promise<number> {
  const transaction = PgTransaction.of(tx)
  const result = await transaction.send(transaction.statement(statement, params))
  return result.rowCount ?? 0
}

/** Runs after the commit; never after a rollback. For hints only: a crash loses it. */
export const afterCommit = (tx: Tx, callback: () => void): void => PgTransaction.of(tx).onCommit(callback)
