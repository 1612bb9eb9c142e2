export { asPgDatabase, mapEntities, openDatabase, type DatabaseOptions, type PgDatabase } from './database'
export { driftOf } from './schema-drift'
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-cluster'
export { assertNoPendingMigrations, migrate, type MigrateOptions } from './migrate'
export { isDatabaseGone, pgCodeOf, violatedConstraint } from './pg-errors'
export {
  directOf,
  formatPostgresUrl,
  parsePostgresUrl,
  roleOf,
  rolePassword,
  schemaOf,
  serverOf,
  type PostgresServer,
  type RoleLogin,
} from './postgres-server'
export { protectTenantTable } from './tenant-policy'
export { afterCommit, execute, managerOf, query } from './transaction'
