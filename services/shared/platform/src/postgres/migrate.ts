import { setTimeout as sleep } from 'node:timers/promises'

import { MINUTE, SECOND, type Migration, type MigrationSet } from '@balcao/kernel'
import { Client, escapeLiteral } from 'pg'

import { platformMigrations } from './platform-migrations'
import { readLastIds, setIdSteps, type LastIds } from './id-steps'
import type { LockPatience } from './lock-patience'
import { refuseMovingCompanies } from './moving-companies'
import {
  withoutPooler,
  resolveRolePassword,
  roleName,
  type PostgresServer,
  type RoleLogin,
} from './postgres-server'

/** Advisory lock id: one migration run at a time per database. */
const LOCK = 5_127_411

export interface MigrateOptions extends RoleLogin {
  /** Owner of schemas and tables, may create roles. Services never log in as it. */
  admin: PostgresServer
  log?: (message: string) => void
  /** Where there are several primaries: which one this is, 0 for the first, and the ids that the first one gave. */
  primary?: { number: number; lastOfFirst?: LastIds | undefined }
  /** Other times than the usual ones. */
  patience?: Partial<MigrationPatience>
}

export interface MigrationPatience extends LockPatience {
  /** Tables that exist are not changed beside a transaction that is older: it may hold any lock for hours, as a backup does. */
  oldTransactionMs: number
}

const usualPatience: MigrationPatience = {
  lockMs: 2 * SECOND,
  pauseMs: SECOND,
  giveUpMs: 10 * MINUTE,
  oldTransactionMs: MINUTE,
}
const LOCK_POLL_MS = 200

const listMigrations = (set: MigrationSet): readonly Migration[] => [...platformMigrations, ...set.migrations]

/** Names of all migrations that this release applies to a schema, the platform's included. */
export const listMigrationNames = (set: MigrationSet): string[] => listMigrations(set).map(({ name }) => name)

/* What extends TypeORM's classes loads all of it, 0.25 s: only who migrates, which most test files do not. */
const loadMigrations = () => import('./schema-migrations')

/* Asked for again and again: a statement that waits is a transaction, for whose end the making of an index would wait. */
async function lockMigrations(client: Client): Promise<void> {
  const tryLock = () =>
    client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [LOCK])
  while (!(await tryLock()).rows[0]?.isOurs) await sleep(LOCK_POLL_MS)
}

/** The oldest transaction of this database besides ours that is older than $1 ms: `{ pid, program, seconds }`. */
export const OLDEST_TRANSACTION = `
  SELECT pid, application_name AS program, extract(epoch FROM now() - xact_start)::int AS seconds FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND xact_start < now() - $1 * interval '1 millisecond'
  ORDER BY xact_start LIMIT 1`

/* Of other roles it sees the age if it may: a superuser, or who has pg_read_all_stats. */
async function refuseOldTransactions(client: Client, schema: string, oldMs: number): Promise<void> {
  const { rows } = await client.query<{ pid: number; program: string; seconds: number }>(OLDEST_TRANSACTION, [
    oldMs,
  ])
  const [old] = rows
  if (old)
    throw new Error(
      `Migrations of ${schema} do not begin beside a transaction of ${old.seconds} s (process ${old.pid}, "${old.program}"): they could wait for its locks, and the desk for them. Let it end and run them again.`,
    )
}

/**
 * Brings every set's schema up to date: role, schema, grants, the platform's tables, then the set's own migrations,
 * each once, in order, in its own transaction. Concurrent calls wait for each other.
 * @throws {Error} naming the schema and migration that failed (those before it stay applied), or a transaction that is too old.
 */
export async function migrate(sets: readonly MigrationSet[], options: MigrateOptions): Promise<void> {
  const { applyPending } = await loadMigrations()
  const patience = { ...usualPatience, ...options.patience }
  await withAdmin(options.admin, async (client) => {
    await lockMigrations(client)
    for (const set of sets) {
      const { schema } = set
      await prepareSchema(client, schema, options)
      await applyPending(client, schema, listMigrations(set), {
        ...patience,
        onUsedSchema: async () => {
          await refuseMovingCompanies(client)
          await refuseOldTransactions(client, schema, patience.oldTransactionMs)
        },
        onApplied: (name) => options.log?.(`${schema}: ${name}`),
      })
      const { primary } = options
      if (primary) await setIdSteps(client, schema, primary.number, primary.lastOfFirst ?? new Map())
    }
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  })
}

/**
 * For processes that do not migrate; the service's own role may read the list.
 * @throws {Error} naming the first pending migration.
 */
export async function assertNoPendingMigrations(
  sets: readonly MigrationSet[],
  server: PostgresServer,
): Promise<void> {
  const { listPending } = await loadMigrations()
  await withAdmin(server, async (client) => {
    for (const set of sets) {
      const [pending] = await listPending(client, set.schema, listMigrations(set))
      if (pending)
        throw new Error(`Migration ${pending} of ${set.schema} is pending: run the migration job first.`)
    }
  })
}

/** The last ids that a server's sequences gave. */
export const findLastIds = (admin: PostgresServer, schemas: readonly string[]): Promise<LastIds> =>
  withAdmin(admin, (client) => readLastIds(client, schemas))

/** Past a pooler, by a connection of its own, which is closed after the work. */
export async function withAdmin<T>(admin: PostgresServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...withoutPooler(admin), application_name: 'balcao migrations' })
  // Its queries reject, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function prepareSchema(client: Client, schema: string, login: RoleLogin): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(schema)) throw new TypeError(`Not a schema name: ${schema}`)
  const role = roleName(schema)
  const secret = resolveRolePassword(schema, login)
  const password = secret === undefined ? '' : `PASSWORD ${escapeLiteral(secret)}`
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (!rowCount) await client.query(`CREATE ROLE ${role} LOGIN NOINHERIT ${password}`)
  else if (password) await client.query(`ALTER ROLE ${role} LOGIN ${password}`)
  await client.query(`
    BEGIN;
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${role};
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
    REVOKE INSERT, UPDATE, DELETE ON ${schema}.migrations FROM ${role};
    COMMIT`)
}
