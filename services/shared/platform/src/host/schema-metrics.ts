import { MINUTE, SECOND, type Activity, type Running, type Tx } from '@balcao/kernel'

import { findCompanies, SHARDS } from '../events'
import { integerSql, queryLast, rawSql, sql, type PgDatabase } from '../postgres'
import { createLogger } from '../telemetry/logger'
import { addEngineMetrics } from '../telemetry/engine-health'
import { gauge } from '../telemetry/metrics'
import { repeat } from './repeat'

const log = createLogger('host.schema-metrics')
const READ_EVERY_MS = 10 * SECOND
/* Of a schema that is reached, has no unsent events and is written by nobody. */
const READ_IDLE_EVERY_MS = MINUTE
/** Upper bound of the count, to keep the query cheap. */
const COUNTED_AT_MOST = 10_000

const unsent = gauge(
  'balcao_outbox_unsent',
  `Events of a schema that no transport has taken yet, ${COUNTED_AT_MOST} at most`,
)
const age = gauge('balcao_outbox_age_seconds', 'Age of a schema’s oldest event that no transport has taken')
const dead = gauge('balcao_dead_events_kept', 'Events that were given up and wait for a decision')
const ready = gauge('balcao_ready', 'Whether this process serves: 1 or 0')
const memory = gauge('balcao_process_memory_bytes', 'Memory that this process holds')

interface SchemaCounts {
  unsent: number
  age: number
  dead: number
}

const [MOST, LAST_SHARD] = [integerSql(COUNTED_AT_MOST), integerSql(SHARDS - 1)]
const COMPANIES = rawSql(findCompanies(`generate_series(0, ${SHARDS - 1})`))
/* Both in the order of the index of unsent rows, which a plan then uses whatever the statistics say. */
const COUNT_SQL = sql`
  SELECT (SELECT count(*) FROM (
            SELECT FROM generate_series(0, ${LAST_SHARD}) AS shards (shard)
            CROSS JOIN LATERAL (SELECT FROM outbox WHERE NOT sent AND outbox.shard = shards.shard
                                ORDER BY company_id, seq LIMIT ${MOST}) AS unsent
            LIMIT ${MOST}) AS counted) AS unsent,
         (WITH RECURSIVE ${COMPANIES}
          SELECT coalesce(extract(epoch FROM clock_timestamp() - min(first.created_at)), 0)
          FROM found CROSS JOIN LATERAL (SELECT created_at FROM outbox
                                         WHERE NOT sent AND outbox.shard = found.shard AND outbox.company_id = found.company_id
                                         ORDER BY seq LIMIT 1) AS first)::float AS age,
         (SELECT count(*) FROM (SELECT FROM dead_events LIMIT ${MOST}) AS counted) AS dead`

/** Of the whole schema: read in the platform scope. */
export async function readCounts(tx: Tx): Promise<SchemaCounts> {
  const [row] = await queryLast<SchemaCounts>(tx, COUNT_SQL)
  return row ?? { unsent: 0, age: 0, dead: 0 }
}

/** A schema, and whether its service works where no other process writes it. */
export interface MeasuredSchema {
  db: PgDatabase
  activity?: Activity | undefined
  /** Where there are several. */
  primary?: string | undefined
}

/* One query per schema every ten seconds, independent of scrapes. */
class SchemaMetrics {
  private last: SchemaCounts | undefined
  private lookedAtMs = 0
  private isUp: boolean | undefined
  private readonly ends: (() => void)[]

  private readonly db: PgDatabase
  private readonly activity: Activity | undefined

  constructor({ db, activity, primary }: MeasuredSchema) {
    this.db = db
    this.activity = activity
    const labels = { schema: db.schema, ...(primary !== undefined && { primary }) }
    const shown = (value: (counts: SchemaCounts) => number) => () =>
      this.last ? [{ value: value(this.last), labels }] : []
    this.ends = [
      unsent.observe(shown((counts) => counts.unsent)),
      // Grows while the database cannot be read.
      age.observe(shown((counts) => (counts.unsent > 0 ? counts.age + this.sinceMs() / SECOND : 0))),
      dead.observe(shown((counts) => counts.dead)),
      addEngineMetrics('postgres', () => this.isUp),
    ]
  }

  get isReachable(): boolean {
    return this.isUp === true
  }

  async look(): Promise<void> {
    if (this.isResting() && performance.now() - this.lookedAtMs < READ_IDLE_EVERY_MS) return
    try {
      this.last = await this.db.asPlatform(readCounts)
      this.lookedAtMs = performance.now()
      this.isUp = true
    } catch (error) {
      if (this.isUp !== false)
        log.warn({ service: this.db.schema, err: error }, 'outbox and database not known')
      this.isUp = false
    }
  }

  end(): void {
    for (const end of this.ends) end()
  }

  private isResting(): boolean {
    return this.isUp === true && this.last?.unsent === 0 && this.activity?.isIdle() === true
  }

  /* Counts the time since the last read only when a read was missed: otherwise the row may have left meanwhile. */
  private sinceMs(): number {
    const ms = performance.now() - this.lookedAtMs
    return ms > 2 * READ_EVERY_MS ? ms : 0
  }
}

/** Reports outboxes, dead events, database reachability, readiness and memory until it is stopped. */
export function startSchemaMetrics(
  measured: readonly MeasuredSchema[],
  problems: () => readonly string[],
): Running {
  const schemas = measured.map((one) => new SchemaMetrics(one))
  const endReady = ready.observe(() => [
    { value: problems().length === 0 && schemas.every(({ isReachable }) => isReachable) ? 1 : 0 },
  ])
  const endMemory = memory.observe(() => [{ value: process.memoryUsage.rss() }])
  const looking = repeat(() => Promise.all(schemas.map((schema) => schema.look())), READ_EVERY_MS)
  return {
    stop: async () => {
      endReady()
      endMemory()
      for (const schema of schemas) schema.end()
      await looking.stop()
    },
  }
}
