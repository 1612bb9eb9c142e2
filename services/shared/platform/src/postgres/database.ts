import type { CompanyId } from '@balcao/contracts'
import { AppError, MINUTE, SECOND, type Database, type Tx } from '@balcao/kernel'
import { Pool, type PoolClient } from 'pg'

import { findEffectCheck } from './effect-check'
import {
  isBegunOnReplica,
  mapPgError,
  isCompanyAbsent,
  isDatabaseGone,
  isReadOnlyServer,
  isRetryable,
  isStalePlan,
  takesNoWrites,
} from './pg-errors'
import { fieldTypes } from './field-types'
import { withoutPooler, serverForSchema, type PostgresServer, type RoleLogin } from './postgres-server'
import { sessionSettings, type SessionSettings } from './session-settings'
import { addPoolMetrics } from './pool-signals'
import { PoolTurns, type PoolUser } from './pool-turns'
import { PgTransaction } from './transaction'

export interface DatabaseOptions extends RoleLogin {
  /** The admin's server; connections log in as the schema's own role. */
  admin: PostgresServer
  schema: string
  poolSize?: number
  statementTimeoutMs?: number
  log?: (message: string) => void
  /** Logs in as the owner: for commands. */
  asOwner?: boolean
  /** Given where there are several primaries: transactions of a company that is not on this one are refused, and it is called. */
  onAbsent?: (companyId: CompanyId) => void
}

/** The Postgres adapter of `Database`, with methods for the platform only. */
export interface PgDatabase extends Database {
  readonly schema: string
  /** Login of this schema's role for sessions of its own (LISTEN, advisory locks); never a pooler. */
  readonly server: PostgresServer
  /** Waits for open transactions; idempotent. */
  close(): Promise<void>
}

const ATTEMPTS = 4

/** One schema under its own role. Connects on first use. */
export const openDatabase = (options: DatabaseOptions): PgDatabase => new PostgresDatabase(options)

/** The platform's interface of a service's database. */
export function asPgDatabase(db: Database): PgDatabase {
  if (db instanceof PostgresDatabase) return db
  throw new TypeError('This database was not opened by openDatabase')
}

/* Another connection may do better: to the primary, without statements of its own. */
const isOfConnection = (error: unknown): boolean => isReadOnlyServer(error) || isStalePlan(error)

class PostgresDatabase implements PgDatabase {
  readonly schema: string
  readonly server: PostgresServer
  private readonly pool: Pool
  private readonly turns: PoolTurns
  private readonly settings: SessionSettings
  private readonly unwatch: () => void
  private readonly onAbsent: DatabaseOptions['onAbsent']
  private closing: Promise<void> | undefined

  constructor(options: DatabaseOptions) {
    this.schema = options.schema
    this.onAbsent = options.onAbsent
    const server = options.asOwner ? options.admin : serverForSchema(options.admin, options.schema, options)
    this.server = withoutPooler(server)
    this.settings = sessionSettings(server, options.schema, options.statementTimeoutMs ?? 15 * SECOND)
    const log = options.log ?? (() => undefined)
    this.pool = new Pool({
      ...server,
      max: options.poolSize ?? 6,
      connectionTimeoutMillis: 10 * SECOND,
      // A connection costs 10 ms of CPU to open, and jobs run once a minute.
      idleTimeoutMillis: 5 * MINUTE,
      allowExitOnIdle: true,
      application_name: `balcao ${options.schema}`,
      ...(this.settings.startup && { options: this.settings.startup }),
      types: fieldTypes,
      pipeline: this.settings.keepsStatements,
    })
    // Without a listener a lost connection would end the process; the query in flight gets the error anyway.
    this.pool.on('error', (error) => log(`A connection of ${options.schema} was lost: ${error.message}`))
    this.pool.on('connect', (client) => client.on('error', () => undefined))
    this.turns = new PoolTurns(this.pool)
    this.unwatch = addPoolMetrics(this.pool, this.turns, options.schema)
  }

  withTenant<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (!Number.isInteger(companyId)) throw new TypeError(`Not a company id: ${String(companyId)}`)
    return this.transactOf(companyId, companyId, `app.company_id = '${companyId}'`, work)
  }

  asPlatform<T>(work: (tx: Tx) => Promise<T>, of?: CompanyId): Promise<T> {
    return this.transactOf('platform', of, `app.scope = 'platform'`, work)
  }

  onEachPrimary<T>(work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    return Promise.allSettled([this.asPlatform(work)])
  }

  close(): Promise<void> {
    this.unwatch()
    return (this.closing ??= this.pool.end())
  }

  private transactOf<T>(
    user: PoolUser,
    company: CompanyId | undefined,
    scope: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const begin = `${this.settings.begin}; SET LOCAL ${scope}`
    const { onAbsent } = this
    if (!onAbsent || company === undefined) return this.transact(user, begin, work)
    return this.transact(user, `${begin}; SELECT refuse_absent(${company})`, work).catch((error: unknown) => {
      if (isCompanyAbsent(error)) onAbsent(company)
      throw error
    })
  }

  private async transact<T>(user: PoolUser, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(user, begin, work)
      } catch (error) {
        if (!this.isWorthAnotherAttempt(error, attempt)) throw mapPgError(error)
      }
    }
  }

  /* Each connection of the pool may be useless: lead to the former primary, or have prepared what a table was before. */
  private isWorthAnotherAttempt(error: unknown, attempt: number): boolean {
    if (isOfConnection(error)) return attempt <= this.pool.options.max
    return isRetryable(error) && attempt < ATTEMPTS
  }

  /** Idle connections die with a restarted server before any statement ran, so the next one is tried. */
  private async attempt<T>(user: PoolUser, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const client = await this.connect(user)
      const check = findEffectCheck()
      const ownCheck = check?.databases.includes(this) ? check : undefined
      const transaction = new PgTransaction(client, this.settings.keepsStatements, begin, ownCheck)
      try {
        return await this.run(transaction, work)
      } catch (error) {
        const unbegun = await transaction.findBeginFailure()
        const isRefused = isCompanyAbsent(unbegun?.error)
        const isUseless = (unbegun && !isRefused) || isOfConnection(transaction.explain(error))
        const isLost = isUseless || (await this.rollback(client))
        this.turns.release(client, isLost)
        transaction.notCommitted(!isLost)
        if (!unbegun) throw transaction.explain(error)
        if (isRefused) throw unbegun.error
        const isReplica = isBegunOnReplica(unbegun.error)
        if (tries <= this.pool.options.max && (isReplica || isDatabaseGone(unbegun.error))) continue
        throw isReplica ? takesNoWrites(unbegun.error) : unbegun.error
      }
    }
  }

  /** Releases the client only after a commit. */
  private async run<T>(transaction: PgTransaction, work: (tx: Tx) => Promise<T>): Promise<T> {
    let result: T
    try {
      result = await work(transaction.asTx())
      await transaction.end()
    } finally {
      transaction.finish()
    }
    transaction.committed()
    this.turns.release(transaction.client)
    return result
  }

  private async connect(user: PoolUser): Promise<PoolClient> {
    try {
      return await this.turns.connect(user)
    } catch (cause) {
      throw new AppError('ERR_UNAVAILABLE', { detail: 'no database connection', cause })
    }
  }

  /** A connection whose ROLLBACK fails is closed. */
  private async rollback(client: PoolClient): Promise<boolean> {
    try {
      await client.query('ROLLBACK')
      return false
    } catch {
      return true
    }
  }
}
