import { DAY, HOUR, type Clock, type Database, type Job } from '@balcao/kernel'

import { keepPartitions } from '../postgres'

/**
 * A partition of the outbox is dropped this long after its end. It spans half a day: sent events are kept for 12 to 24 hours,
 * and content erased in the service is gone from its outbox within a day.
 */
const KEEP_SENT_MS = 12 * HOUR
/** Longer than a broker's topic, 7 days, can deliver again. */
const KEEP_CLAIMS_MS = 8 * DAY
/** How long a super user may replay a dead event. */
const KEEP_DEAD_MS = 30 * DAY

export interface PartitionJobOptions {
  name: string
  table: string
  keepMs: number
  db: Database
  clock: Clock
}

/** A job that creates a table's partitions ahead of time and drops those that ended longer ago than `keepMs`. */
export const partitionJob = ({ name, table, keepMs, db, clock }: PartitionJobOptions): Job => ({
  name,
  everyMs: HOUR,
  run: (signal) => keepPartitions({ db, table, now: clock.now(), keepMs }, signal),
})

/** The jobs of a schema's event tables. */
export function eventPartitionJobs(service: string, db: Database, clock: Clock): Job[] {
  const keep = (purpose: string, table: string, keepMs: number) =>
    partitionJob({ name: `${service}.${purpose}-partitions`, table, keepMs, db, clock })
  return [
    keep('outbox', 'outbox', KEEP_SENT_MS),
    keep('inbox', 'inbox', KEEP_CLAIMS_MS),
    keep('dead-event', 'dead_events', KEEP_DEAD_MS),
  ]
}
