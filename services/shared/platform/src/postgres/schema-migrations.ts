import type { Migration as SchemaMigration } from '@balcao/kernel'
import type { Client } from 'pg'
import { Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm'

import { buildDataSource, runOn } from './data-source'

/** Policies bind the owner too: data migrations need the platform scope. */
const settings = (schema: string) => `SET LOCAL search_path = ${schema}; SET LOCAL app.scope = 'platform'`

const toMigration = (schema: string, { name, up }: SchemaMigration): MigrationInterface => ({
  name,
  up: async (runner) => {
    await runner.query(settings(schema))
    await runner.query(up)
  },
  down: () => Promise.reject(new Error(`${name} only adds: there is no way back`)),
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

function buildExecutor(client: Client, schema: string, migrations: readonly SchemaMigration[]) {
  const dataSource = buildDataSource({
    schema,
    migrations: migrations.map((own) => toMigration(schema, own)),
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

/**
 * Applies pending migrations in the list's order, each in its own transaction with its row in the record.
 * @param onApplied called after each commit.
 * @throws {Error} naming the schema and the migration that failed; those before it stay applied.
 */
export async function applyPending(
  client: Client,
  schema: string,
  migrations: readonly SchemaMigration[],
  onApplied: (name: string) => void,
): Promise<void> {
  const { runner, executor } = buildExecutor(client, schema, migrations)
  const waiting = (await executor.getPendingMigrations()).map(({ name }) => name)
  let applied = 0
  const afterMigration = (): Promise<void> => {
    onApplied(waiting[applied] ?? '')
    applied += 1
    return Promise.resolve()
  }
  Object.assign(runner, { afterMigration })
  try {
    await executor.executePendingMigrations()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Migration ${waiting[applied]} of ${schema} failed: ${reason}`, { cause })
  }
}
