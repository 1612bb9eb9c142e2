import { MINUTE, SECOND, type Running, type Tx } from '@balcao/kernel'

import { query, readDueAges, type PgDatabase } from '../postgres'
import { createLogger } from '../telemetry/logger'
import { gauge } from '../telemetry/metrics'
import { repeat } from './repeat'

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

const dueAge = gauge(
  'balcao_due_rows_age_seconds',
  'How long the oldest row of a queue of work (reports, webhooks, assistants, schedules) has been due',
)

interface TableAges {
  tables: { table: string; age: number }[]
  due: { table: string; age: number }[]
  transaction: number
  unfrozen: number
}

const TRANSACTIONS_SQL = `
  SELECT greatest(oldest_transaction_seconds(), (
    SELECT extract(epoch FROM clock_timestamp() - min(xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()))::float AS age, (
    SELECT greatest(age(datfrozenxid), mxid_age(datminmxid)) FROM pg_database WHERE datname = current_database())::float AS unfrozen`

async function readAges(tx: Tx): Promise<TableAges> {
  const [tables, [transactions], due] = await Promise.all([
    query<{ table: string; age: number }>(
      tx,
      `SELECT parent AS table, extract(epoch FROM clock_timestamp() - oldest)::float AS age
       FROM oldest_partitioned_rows() WHERE oldest IS NOT NULL`,
    ),
    query<{ age: number; unfrozen: number }>(tx, TRANSACTIONS_SQL),
    readDueAges(tx),
  ])
  return {
    tables,
    due,
    transaction: transactions?.age ?? 0,
    unfrozen: transactions?.unfrozen ?? 0,
  }
}

class TableMetrics {
  private last: TableAges | undefined
  private readAtMs = 0
  private readonly ends: (() => void)[]

  constructor(private readonly db: PgDatabase) {
    const { schema } = db
    this.ends = [
      // Grow while the database cannot be read.
      rowsAge.observe(() =>
        (this.last?.tables ?? []).map(({ table, age }) => ({
          value: age + this.sinceSeconds(),
          labels: { schema, table },
        })),
      ),
      dueAge.observe(() =>
        (this.last?.due ?? []).map(({ table, age }) => ({ value: age, labels: { schema, table } })),
      ),
      transactionAge.observe(() => (this.last ? [{ value: this.last.transaction, labels: { schema } }] : [])),
      unfrozen.observe(() => (this.last ? [{ value: this.last.unfrozen, labels: { schema } }] : [])),
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
export function startTableMetrics(databases: readonly PgDatabase[]): Running {
  const schemas = databases.map((db) => new TableMetrics(db))
  const reading = repeat(() => Promise.all(schemas.map((schema) => schema.read())), READ_EVERY_MS)
  return {
    stop: async () => {
      for (const schema of schemas) schema.end()
      await reading.stop()
    },
  }
}
