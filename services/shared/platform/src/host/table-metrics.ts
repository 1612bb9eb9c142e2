import { MINUTE, SECOND, type Running, type Tx } from '@balcao/kernel'

import { query, readDueAges, type PgDatabase } from '../postgres'
import { createLogger } from '../telemetry/logger'
import { gauge } from '../telemetry/metrics'
import { repeat } from './repeat'
import type { MeasuredSchema } from './schema-metrics'

const log = createLogger('host.tables')
const READ_EVERY_MS = MINUTE

const rowsAge = gauge(
  'balcao_event_rows_age_seconds',
  'Age of the oldest partition, or of the oldest row without one, of an event table',
)
const transactionAge = gauge(
  'balcao_transaction_age_seconds',
  'Age of the oldest open transaction of the database, as far as the schema’s role and owner see it',
)

const unfrozen = gauge(
  'balcao_unfrozen_transactions',
  'Age in transactions of the oldest row that vacuum has not yet marked as old; Postgres stops writing at two thousand million',
)

const archiveAge = gauge(
  'balcao_postgres_archive_seconds',
  'Seconds since the database last archived WAL, where it archives: what would be lost with its disk',
)

const idsUsed = gauge(
  'balcao_sequence_used_ratio',
  'Part of the numbers of its type that the fullest sequence of a schema has given out',
)

const dueAge = gauge(
  'balcao_due_rows_age_seconds',
  'How long the oldest row of a queue of work (reports, webhooks, assistants, schedules) has been due',
)

interface TableAges {
  tables: { table: string; age: number }[]
  due: { table: string; age: number }[]
  transaction: number
  unfrozen: number
  /** Absent where nothing was archived. */
  archived: number | undefined
  sequence: { name: string; used: number } | undefined
}

const DATABASE_SQL = `
  SELECT greatest(oldest_transaction_seconds(), (
    SELECT extract(epoch FROM clock_timestamp() - min(xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()))::float AS age, (
    SELECT greatest(age(datfrozenxid), mxid_age(datminmxid)) FROM pg_database WHERE datname = current_database())::float AS unfrozen,
    (SELECT extract(epoch FROM clock_timestamp() - last_archived_time) FROM pg_stat_archiver)::float AS archived`

const SEQUENCE_SQL = `
  SELECT sequencename AS name, (last_value::float - min_value) / (max_value::float - min_value) AS used FROM pg_sequences
  WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 2 DESC LIMIT 1`

async function readAges(tx: Tx): Promise<TableAges> {
  const [tables, [database], [sequence], due] = await Promise.all([
    query<{ table: string; age: number }>(
      tx,
      `SELECT parent AS table, extract(epoch FROM clock_timestamp() - oldest)::float AS age
       FROM oldest_partitioned_rows() WHERE oldest IS NOT NULL`,
    ),
    query<{ age: number; unfrozen: number; archived: number | null }>(tx, DATABASE_SQL),
    query<{ name: string; used: number }>(tx, SEQUENCE_SQL),
    readDueAges(tx),
  ])
  return {
    tables,
    due,
    transaction: database?.age ?? 0,
    unfrozen: database?.unfrozen ?? 0,
    archived: database?.archived ?? undefined,
    sequence,
  }
}

/** A schema on a primary, which is named where there are several. */
export type MeasuredTables = Pick<MeasuredSchema, 'db' | 'primary'>

class TableMetrics {
  private last: TableAges | undefined
  private readAtMs = 0
  private readonly ends: (() => void)[]

  private readonly db: PgDatabase

  constructor({ db, primary }: MeasuredTables) {
    this.db = db
    const labels = { schema: db.schema, ...(primary !== undefined && { primary }) }
    this.ends = [
      // Grow while the database cannot be read.
      rowsAge.observe(() =>
        (this.last?.tables ?? []).map(({ table, age }) => ({
          value: age + this.sinceSeconds(),
          labels: { ...labels, table },
        })),
      ),
      dueAge.observe(() =>
        (this.last?.due ?? []).map(({ table, age }) => ({ value: age, labels: { ...labels, table } })),
      ),
      transactionAge.observe(() => (this.last ? [{ value: this.last.transaction, labels }] : [])),
      unfrozen.observe(() => (this.last ? [{ value: this.last.unfrozen, labels }] : [])),
      archiveAge.observe(() =>
        this.last?.archived === undefined
          ? []
          : [{ value: this.last.archived + this.sinceSeconds(), labels }],
      ),
      idsUsed.observe(() =>
        this.last?.sequence
          ? [{ value: this.last.sequence.used, labels: { ...labels, sequence: this.last.sequence.name } }]
          : [],
      ),
    ]
  }

  async read(): Promise<void> {
    try {
      this.last = await this.db.asPlatform(readAges)
      this.readAtMs = performance.now()
    } catch (error) {
      log.warn({ service: this.db.schema, err: error }, 'ages of event tables not known')
    }
  }

  end(): void {
    for (const end of this.ends) end()
  }

  private sinceSeconds(): number {
    return (performance.now() - this.readAtMs) / SECOND
  }
}

/** Reports how far back the event tables and open transactions reach, once a minute, until it is stopped. */
export function startTableMetrics(measured: readonly MeasuredTables[]): Running {
  const schemas = measured.map((one) => new TableMetrics(one))
  const reading = repeat(() => Promise.all(schemas.map((schema) => schema.read())), READ_EVERY_MS)
  return {
    stop: async () => {
      for (const schema of schemas) schema.end()
      await reading.stop()
    },
  }
}
