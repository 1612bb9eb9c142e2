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

/**
 * Brings every set's schema up to date: role, schema, grants, the platform's tables, then the set's own migrations,
 * each once, in order, in its own transaction. Concurrent calls wait for each other.
 * @throws {Error} naming the schema and migration that failed; those before it stay applied.
 */
export async function migrate(sets: readonly MigrationSet[], options: MigrateOptions): Promise<void> {
  await withAdmin(options.admin, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    for (const set of sets) {
      await prepareSchema(client, set.schema, options)
      await applyPending(client, set, options.log)
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
  await withAdmin(server, async (client) => {
    for (const set of sets) {
      const [pending] = await listPending(client, set)
      if (pending)
        throw new Error(`Migration ${pending.name} of ${set.schema} is pending: run the migration job first.`)
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

async function listPending(client: Client, set: MigrationSet): Promise<Migration[]> {
  const all = listMigrations(set)
  const { rows: tables } = await client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    `${set.schema}.migrations`,
  ])
  if (!tables[0]?.found) return [...all]
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${set.schema}.migrations`)
  const applied = new Set(rows.map((row) => row.name))
  return all.filter((migration) => !applied.has(migration.name))
}

async function applyPending(client: Client, set: MigrationSet, log: MigrateOptions['log']): Promise<void> {
  for (const migration of await listPending(client, set)) {
    try {
      await client.query('BEGIN')
      // Policies bind the owner too: data migrations need the platform scope.
      await client.query(`SET LOCAL search_path = ${set.schema}; SET LOCAL app.scope = 'platform'`)
      await client.query(migration.up)
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [migration.name])
      await client.query('COMMIT')
    } catch (cause) {
      await client.query('ROLLBACK')
      throw new Error(
        `Migration ${migration.name} of ${set.schema} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      )
    }
    log?.(`${set.schema}: ${migration.name}`)
  }
}
