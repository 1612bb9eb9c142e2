import { createHash, randomBytes } from 'node:crypto'

import type { MigrationSet } from '@balcao/kernel'
import {
  fieldTypes,
  migrate,
  openDatabase,
  parsePostgresUrl,
  type PgDatabase,
  type PostgresServer,
} from '@balcao/platform'
import { Client, Pool, type ClientConfig, type QueryResultRow } from 'pg'

/** A database of one test file, cloned from a migrated template in some 50 ms. */
export interface TestDatabase {
  /** As the owner, without row-level security: for assertions and drift tests. */
  admin: PostgresServer
  /** A schema's database under the service's own role, as in production. The same object each time. */
  db(schema: string): PgDatabase
  /** SQL as the owner: sees every schema and company. Qualify tables: `tickets.tickets`. */
  sql<T extends QueryResultRow>(text: string, params?: unknown[]): Promise<T[]>
  /** Deletes the rows of these tables (`tickets.contacts`) and of all that refer to them; TRUNCATE makes new files for each, which takes longer. */
  empty(...tables: string[]): Promise<void>
  /** Work to stop before the database is dropped, last registered first. */
  onClose(stop: () => Promise<void>): void
  /** Called after the file's tests. */
  close(): Promise<void>
}

declare global {
  /** Closed after each test file by `jest-close-databases.ts`. */
  var balcaoOpenedDatabases: Set<{ close(): Promise<void> }> | undefined
}

const CLONE_LOCK = 5_127_412

/**
 * A fresh database with these schemas migrated (the platform's own tables included). Call it once per test file,
 * in `beforeAll`; it is dropped after the file. Needs testkit's jest global setup, or a server of the test's own.
 */
export async function testDatabase(
  sets: readonly MigrationSet[],
  main: PostgresServer = findMainServer(),
): Promise<TestDatabase> {
  const database = `t_${randomBytes(6).toString('hex')}`
  await withClient(main, async (client) => {
    const template = await prepareTemplate(client, main, sets)
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`)
  })
  const opened = new OpenedDatabase(main, database)
  globalThis.balcaoOpenedDatabases ??= new Set()
  globalThis.balcaoOpenedDatabases.add(opened)
  return opened
}

function findMainServer(): PostgresServer {
  const url = process.env['BALCAO_TEST_POSTGRES']
  if (!url) throw new Error('No test Postgres: run jest from the root, whose projects start one')
  return parsePostgresUrl(url)
}

/** Work on a connection of its own. */
export async function withClient<T>(server: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/* Ids that are bigint begin where an integer on their way would fail. */
const numberBeyondIntegers = (client: Client) =>
  client.query(`DO $$
    DECLARE owner regclass;
    BEGIN
      FOR owner IN SELECT attrelid FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        WHERE relkind = 'r' AND attname = 'id' AND attidentity <> '' AND atttypid = 'int8'::regtype
      LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN id RESTART WITH 3000000001', owner);
      END LOOP;
    END $$`)

/** Migrates once per run and set of migrations; other workers wait. */
async function prepareTemplate(
  client: Client,
  main: PostgresServer,
  sets: readonly MigrationSet[],
): Promise<string> {
  const name = `template_${createHash('sha256').update(JSON.stringify(sets)).digest('hex').slice(0, 16)}`
  await client.query('SELECT pg_advisory_lock($1)', [CLONE_LOCK])
  try {
    const { rows } = await client.query<{ ready: boolean }>(
      'SELECT datistemplate AS ready FROM pg_database WHERE datname = $1',
      [name],
    )
    if (rows[0]?.ready) return name
    if (rows[0]) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}`)
    const admin = { ...main, database: name }
    await migrate(sets, { admin })
    await withClient(admin, numberBeyondIntegers)
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`)
    return name
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [CLONE_LOCK])
  }
}

/** The services' address: through the pooler of BALCAO_TEST_POOLER where it is set. Any suite can run so. */
function throughPooler(direct: PostgresServer): PostgresServer {
  const pooler = process.env['BALCAO_TEST_POOLER']
  if (!pooler) return direct
  const { host, port } = parsePostgresUrl(pooler)
  return { ...direct, host, port, direct }
}

class OpenedDatabase implements TestDatabase {
  readonly admin: PostgresServer
  private readonly pool: Pool
  private readonly databases = new Map<string, PgDatabase>()
  private readonly stops: (() => Promise<void>)[] = []
  private readonly deletions = new Map<string, Promise<string>>()
  private closing: Promise<void> | undefined

  constructor(
    private readonly main: PostgresServer,
    private readonly name: string,
  ) {
    this.admin = { ...main, database: name }
    this.pool = new Pool({ ...this.admin, max: 3, allowExitOnIdle: true, types: fieldTypes })
    this.pool.on('error', () => undefined)
  }

  db(schema: string): PgDatabase {
    const known = this.databases.get(schema)
    if (known) return known
    const opened = openDatabase({ admin: throughPooler(this.admin), schema })
    this.databases.set(schema, opened)
    return opened
  }

  async sql<T extends QueryResultRow>(text: string, params: unknown[] = []): Promise<T[]> {
    const { rows } = await this.pool.query<T>(text, params)
    return rows
  }

  async empty(...tables: string[]): Promise<void> {
    const key = tables.join()
    const deletions = this.deletions.get(key) ?? this.writeDeletions(tables)
    this.deletions.set(key, deletions)
    await this.pool.query(await deletions)
  }

  /* Without triggers, foreign keys among them: the order does not matter then. */
  private async writeDeletions(tables: string[]): Promise<string> {
    const names = await this.findReferring(tables)
    const deletions = names.map((name) => `DELETE FROM ${name};`).join(' ')
    return `BEGIN; SET LOCAL session_replication_role = replica; ${deletions} COMMIT`
  }

  private async findReferring(tables: string[]): Promise<string[]> {
    const rows = await this.sql<{ name: string }>(
      `WITH RECURSIVE referring AS (
         SELECT unnest($1::regclass[])::oid AS id
         UNION SELECT conrelid FROM pg_constraint JOIN referring ON confrelid = id WHERE contype = 'f'
       ) SELECT id::regclass::text AS name FROM referring`,
      [tables],
    )
    return rows.map(({ name }) => name)
  }

  onClose(stop: () => Promise<void>): void {
    this.stops.unshift(stop)
  }

  close(): Promise<void> {
    return (this.closing ??= this.drop())
  }

  private async drop(): Promise<void> {
    for (const stop of this.stops) await stop()
    await Promise.all([...this.databases.values()].map((database) => database.close()))
    await this.pool.end()
    await withClient(this.main, (client) => client.query(`DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`))
  }
}
