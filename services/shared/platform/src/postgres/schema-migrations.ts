import type { Migration as SchemaMigration } from '@balcao/kernel'
import type { Client } from 'pg'
import { Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm'

import { buildDataSource, runOn } from './data-source'
import { runPatiently, type LockPatience } from './lock-patience'
import { makeIndex } from './make-index'

/** Policies bind the owner too: data migrations need the platform scope. */
const settings = (schema: string, lockMs: number) =>
  `SET LOCAL search_path = ${schema}; SET LOCAL app.scope = 'platform'; SET LOCAL lock_timeout = ${lockMs}`

const sendBy = (runner: QueryRunner) => (text: string, values?: unknown[]) =>
  runner.query(text, values) as Promise<unknown[]>

/* Postgres makes none of a partitioned table concurrently, but takes for its parts those that the partitions have. */
async function makePartitionedIndex(
  runner: QueryRunner,
  schema: string,
  { index = '', partitioned: table, up }: SchemaMigration,
  lockMs: number,
) {
  const partitions = (await runner.query(
    'SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = to_regclass($1) ORDER BY 1',
    [`${schema}.${table}`],
  )) as { name: string }[]
  for (const { name } of partitions) {
    const part = `${name}_${index}`
    await makeIndex(sendBy(runner), schema, part, up.replace(`${index} ON ${table} `, `${part} ON ${name} `))
  }
  // Several statements of one query are a transaction.
  await runner.query(`${settings(schema, lockMs)}; ${up.replace('CONCURRENTLY', 'IF NOT EXISTS')}`)
}

const toMigration = (schema: string, migration: SchemaMigration, lockMs: number): MigrationInterface => ({
  name: migration.name,
  ...(migration.index === undefined ? {} : { transaction: false }),
  up: async (runner) => {
    const { index, partitioned, up } = migration
    if (partitioned !== undefined) return makePartitionedIndex(runner, schema, migration, lockMs)
    if (index !== undefined) return makeIndex(sendBy(runner), schema, index, up)
    await runner.query(settings(schema, lockMs))
    await runner.query(up)
  },
  down: () => Promise.reject(new Error(`${migration.name} only adds: there is no way back`)),
})

/** TypeORM's executor on `<schema>.migrations (name, applied_at)`. The order is that of the list, not of names' time stamps. */
class SchemaExecutor extends MigrationExecutor {
  override transaction = 'each' as const

  private get table(): string {
    return `${(this.dataSource.options as { schema?: string }).schema}.migrations`
  }

  /* Made with the schema, so that its rights are set too. */
  protected override createMigrationsTableIfNotExist(): Promise<void> {
    return Promise.resolve()
  }

  protected override getMigrations(): Migration[] {
    const all = this.dataSource.migrations
    return all.map((own, index) => new Migration(undefined, index, own.name ?? '', own))
  }

  protected override async loadExecutedMigrations(runner: QueryRunner): Promise<Migration[]> {
    const rows = (await runner.query(`SELECT name FROM ${this.table}`)) as { name: string }[]
    return rows.map(({ name }) => new Migration(undefined, 0, name))
  }

  protected override async insertExecutedMigration(runner: QueryRunner, { name }: Migration): Promise<void> {
    await runner.query(`INSERT INTO ${this.table} (name) VALUES ($1)`, [name])
  }
}

function buildExecutor(client: Client, schema: string, migrations: readonly SchemaMigration[], lockMs = 0) {
  const dataSource = buildDataSource({
    schema,
    migrations: migrations.map((own) => toMigration(schema, own, lockMs)),
  })
  const runner = runOn(dataSource, (text, values) =>
    // Without values a text may have several statements.
    values.length === 0 ? client.query(text) : client.query(text, values),
  )
  return { runner, executor: new SchemaExecutor(dataSource, runner) }
}

/** The names of those that the schema's record does not have. */
export async function listPending(
  client: Client,
  schema: string,
  migrations: readonly SchemaMigration[],
): Promise<string[]> {
  const { executor } = buildExecutor(client, schema, migrations)
  return (await executor.getPendingMigrations()).map(({ name }) => name)
}

export interface ApplyOptions extends LockPatience {
  /** Called before the first pending migration of a schema that has had some: it is in use. */
  onUsedSchema: () => Promise<void>
  /** Called after each commit. */
  onApplied: (name: string) => void
}

/**
 * Applies pending migrations in the list's order, each in its own transaction with its row in the record, or outside one where it makes
 * an index. A table's users wait `lockMs` at most while a migration asks for its lock.
 * @throws {Error} naming the schema and the migration that failed; those before it stay applied.
 */
export async function applyPending(
  client: Client,
  schema: string,
  migrations: readonly SchemaMigration[],
  { onUsedSchema, onApplied, ...patience }: ApplyOptions,
): Promise<void> {
  const { runner, executor } = buildExecutor(client, schema, migrations, patience.lockMs)
  const waiting = (await executor.getPendingMigrations()).map(({ name }) => name)
  if (waiting.length > 0 && waiting.length < migrations.length) await onUsedSchema()
  let applied = 0
  const afterMigration = (): Promise<void> => {
    onApplied(waiting[applied] ?? '')
    applied += 1
    return Promise.resolve()
  }
  Object.assign(runner, { afterMigration })
  try {
    // Nothing of a migration that failed was kept.
    await runPatiently(() => executor.executePendingMigrations(), patience)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Migration ${waiting[applied]} of ${schema} failed: ${reason}`, { cause })
  }
}
