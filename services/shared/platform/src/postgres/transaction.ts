import type { Writable } from 'node:stream'

import type { Tx } from '@balcao/kernel'
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

import type { EffectCheck } from './effect-check'
import { isDivisionByZero } from './pg-errors'
import { compileSql, rawSql, sql, type Sql } from './sql'
import { prepareStatement } from './statements'

const OVER = 'The transaction is over'

/* Statements of one turn of the event loop leave in one write: each costs as much as parsing its answer. */
function corkUntilNextTick(client: PoolClient): void {
  const { stream } = (client as PoolClient & { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** `unknown`: the connection was lost, or COMMIT was sent and its answer not used. */
export type TransactionEnd = 'committed' | 'rolled back' | 'unknown'

/** The implementation of the opaque `Tx`. */
export class PgTransaction {
  private isOver = false
  private ending: Promise<QueryResult> | undefined
  private readonly begun: Promise<QueryResult>
  /** The statement before, behind a pooler: its connection is not in pipeline mode. */
  private sent: Promise<unknown>
  private readonly unawaited: Promise<unknown>[] = []
  private failed: { error: unknown } | undefined
  private readonly onEnds: ((end: TransactionEnd) => void)[] = []

  constructor(
    readonly client: PoolClient,
    private readonly keepsStatements: boolean,
    begin: string,
    private readonly effectCheck?: EffectCheck,
  ) {
    if (keepsStatements) corkUntilNextTick(client)
    this.begun = client.query(begin)
    // Awaited by `end` and `findBeginFailure`.
    this.begun.catch(() => undefined)
    this.sent = this.begun
  }

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

  /** What BEGIN failed with. */
  async findBeginFailure(): Promise<{ error: unknown } | undefined> {
    return this.begun.then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  }

  /**
   * Sends a statement, without waiting for the answers of BEGIN and of statements before: should BEGIN fail, they run outside a
   * transaction, where no tenant is set and nothing can be written, and what they answer is dropped with the failed transaction.
   */
  send<T extends QueryResultRow>(config: QueryConfig | string): Promise<QueryResult<T>> {
    if (this.keepsStatements) {
      corkUntilNextTick(this.client)
      return this.client.query<T>(config)
    }
    const answer = this.sent.then(() => this.client.query<T>(config))
    this.sent = answer.catch(() => undefined)
    return answer
  }

  /** Sends a statement that nothing waits for; its error is the transaction's. */
  sendUnawaited<T extends QueryResultRow>(
    config: QueryConfig,
    read: (rows: T[]) => void,
    translate: (error: unknown) => unknown = (error) => error,
  ): void {
    const answer = this.send<T>(config).then(({ rows }) => read(rows))
    this.unawaited.push(answer.catch((error: unknown) => this.fail(translate(error))))
  }

  private fail = (error: unknown): void => {
    this.failed ??= { error }
  }

  /** The last statement, with COMMIT behind it in the same write. */
  sendLast<T extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<T>> {
    const result = this.send<T>(config)
    this.isOver = true
    if (!this.keepsStatements || this.effectCheck) return result
    this.ending = this.send('COMMIT')
    // Awaited by `end`, which the statement's own error comes before.
    this.ending.catch(() => undefined)
    return result
  }

  /* COMMIT waits for its answer. */
  private async assertEffectHolds({ statement, refuse }: EffectCheck): Promise<void> {
    const { rows } = await this.send<{ holds: boolean }>(this.statement(statement, []))
    if (!rows[0]?.holds) throw refuse()
  }

  private assertNotFailed(): void {
    if (this.failed) throw this.failed.error
  }

  /** Sends COMMIT unless it was sent. */
  async end(): Promise<void> {
    if (this.effectCheck) await this.assertEffectHolds(this.effectCheck)
    this.assertNotFailed()
    this.ending ??= this.send('COMMIT')
    const { ending } = this
    ending.catch(() => undefined)
    await this.begun
    await Promise.all(this.unawaited)
    this.assertNotFailed()
    // Postgres answers COMMIT of a failed transaction with ROLLBACK and no error.
    if ((await ending).command !== 'COMMIT')
      throw new Error('The transaction had failed: an error inside it was swallowed')
  }

  /** The error of a statement that was not awaited is why those after it fail. */
  explain(error: unknown): unknown {
    return this.failed ? this.failed.error : error
  }

  onEnd(callback: (end: TransactionEnd) => void): void {
    this.onEnds.push(callback)
  }

  finish(): void {
    this.isOver = true
  }

  committed(): void {
    for (const callback of this.onEnds) callback('committed')
  }

  /** @param isRolledBack whether ROLLBACK was answered. */
  notCommitted(isRolledBack: boolean): void {
    const end = isRolledBack && !this.ending ? 'rolled back' : 'unknown'
    for (const callback of this.onEnds) callback(end)
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

/**
 * Like `query`, for the last statement of a transaction: COMMIT leaves with it. A transaction is tried again when the connection
 * was lost before BEGIN was answered, and may have been committed then: a repeat of all that it wrote must change nothing.
 */
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

/** Like `execute`, with the COMMIT of `queryLast`. */
export async function executeLast(tx: Tx, statement: Sql): Promise<number> {
  const transaction = PgTransaction.of(tx)
  const result = await transaction.sendLast(transaction.statement(statement, []))
  return result.rowCount ?? 0
}

/** Like `execute`, for a statement whose answer nothing depends on: should it fail, the transaction fails with its error. */
export function executeUnawaited(tx: Tx, statement: string | Sql, params: readonly unknown[] = []): void {
  const transaction = PgTransaction.of(tx)
  transaction.sendUnawaited(transaction.statement(statement, params), () => undefined)
}

/** The same for a statement that answers rows. */
export function queryUnawaited<T extends QueryResultRow>(
  tx: Tx,
  statement: string,
  params: readonly unknown[],
  read: (rows: T[]) => void,
): void {
  const transaction = PgTransaction.of(tx)
  transaction.sendUnawaited(transaction.statement(statement, params), read)
}

/**
 * The same for statements that must touch a row: when they touch none, the transaction fails with `otherwise`. Postgres itself fails then,
 * so that COMMIT may be sent behind them.
 * @param expressions what follows WITH
 * @param touched the one of them whose rows are counted
 */
export function executeOneUnawaited(tx: Tx, expressions: Sql, touched: string, otherwise: () => Error): void {
  const transaction = PgTransaction.of(tx)
  const statement = sql`WITH ${expressions} SELECT 1 / count(*)::int AS one FROM ${rawSql(touched)}`
  transaction.sendUnawaited(
    transaction.statement(statement, []),
    () => undefined,
    (error) => (isDivisionByZero(error) ? otherwise() : error),
  )
}

/** Runs after the commit; never after a rollback. For hints only: a crash loses it. */
export const afterCommit = (tx: Tx, callback: () => void): void =>
  PgTransaction.of(tx).onEnd((end) => {
    if (end === 'committed') callback()
  })

/** Runs when the transaction has ended, once for each of its tries. */
export const onTransactionEnd = (tx: Tx, callback: (end: TransactionEnd) => void): void =>
  PgTransaction.of(tx).onEnd(callback)
