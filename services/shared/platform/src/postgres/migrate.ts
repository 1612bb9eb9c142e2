import type { Migration, MigrationSet } from '@balcao/kernel'
import { Client, escapeLiteral } from 'pg'

import { platformMigrations } from './platform-migrations'
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
}

const listMigrations = (set: MigrationSet): readonly Migration[] => [...platformMigrations, ...set.migrations]

/* What extends TypeORM's classes loads all of it, 0.25 s: only who migrates, which most test files do not. */
const loadMigrations = () => import('./schema-migrations')

/**
 * Brings every set's schema up to date: role, schema, grants, the platform's tables, then the set's own migrations,
 * each once, in order, in its own transaction. Concurrent calls wait for each other.
 * @throws {Error} naming the schema and migration that failed; those before it stay applied.
 */
export async function migrate(sets: readonly MigrationSet[], options: MigrateOptions): Promise<void> {
  const { applyPending } = await loadMigrations()
  await withAdmin(options.admin, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    for (const set of sets) {
      await prepareSchema(client, set.schema, options)
      await applyPending(client, set.schema, listMigrations(set), (name) =>
        options.log?.(`${set.schema}: ${name}`),
      )
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

async function withAdmin(admin: PostgresServer, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...withoutPooler(admin), application_name: 'balcao migrations' })
  await client.connect()
  try {
    await work(client)
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
