export { fieldTypes } from './field-types'
export { asPgDatabase, openDatabase, type DatabaseOptions, type PgDatabase } from './database'
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded-cluster'
export { recoverEmbeddedPostgres, type EmbeddedRecovery } from './recover-embedded'
export {
  assertNoPendingMigrations,
  findLastIds,
  listMigrationNames,
  migrate,
  OLDEST_TRANSACTION,
  withAdmin,
  type MigrateOptions,
} from './migrate'
export { MOST_PRIMARIES } from './id-steps'
export { createPlacements, FIRST_PRIMARY, type Placements } from './placements'
export {
  chooseOnPrimary,
  forPrimary,
  listDatabases,
  spreadDatabase,
  type ChooseOnPrimary,
} from './spread-database'
export { rewriteIds, widenIds, type WidenOptions } from './widen-ids'
export { keepPartitions, type Retention } from './partitions'
export { partitionTable, type PartitionedTable } from './partition-table'
export { isDatabaseGone, readPgCode, TransactionConflict, violatedConstraint } from './pg-errors'
export {
  withoutPooler,
  formatPostgresUrl,
  parsePostgresUrl,
  roleName,
  rolePassword,
  schemaName,
  serverForSchema,
  type PostgresServer,
  type RoleLogin,
} from './postgres-server'
export {
  column,
  converted,
  fixed,
  generated,
  group,
  hidden,
  orNull,
  orNullGroup,
  orUndefined,
  virtual,
  type Column,
  type Row,
} from './columns'
export { CompanyTurns, readDueAges, type DueTable, type TurnRequest } from './company-turns'
export { jsonMembers, jsonOf, jsonOfColumns } from './json-members'
export { compileSql, integerSql, joinSql, noSql, Parameter, rawSql, sql, Sql, toLikePart } from './sql'
export { findEffectCheck, withEffectCheck, type EffectCheck } from './effect-check'
export { deleteSome } from './delete-some'
export { entityOf, type Entity } from './entity'
export { listEntities } from './list-entities'
export { migrationSet } from './migration-set'
export {
  Any,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  MoreThanOrEqual,
  Not,
  Raw,
  type SelectQueryBuilder,
} from 'typeorm'
export {
  deleteRows,
  findFirstTime,
  findRow,
  insertRow,
  insertRowUnlessTaken,
  lockRow,
  readSlice,
  repositoriesOf,
  saveRow,
  updateRows,
  type EntityRepository,
  type ListOrder,
} from './repositories'
export { PgRecordStore, PgSearchedRecordStore, whereMatches } from './record-store'
export { tableOf, type Table } from './table'
export { lockName } from './lock-name'
export { findTableDrift } from './table-drift'
export { protectTenantTable } from './tenant-policy'
export {
  afterCommit,
  execute,
  executeLast,
  executeOneUnawaited,
  executeUnawaited,
  onTransactionEnd,
  query,
  queryLast,
  queryUnawaited,
  type TransactionEnd,
} from './transaction'
