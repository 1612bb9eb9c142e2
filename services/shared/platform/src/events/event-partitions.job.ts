import { DAY, HOUR, type Clock, type Database, type Job } from '@balcao/kernel'

import { keepPartitions } from '../postgres'

/**
 * A partition of the outbox is dropped this long after its end. It holds half a day: sent events are kept for 12 to 24 hours,
 * and what was erased at its service leaves its outbox within a day.
 */
const KEEP_SENT_MS = 12 * HOUR
/** Longer than a broker's topic, 7 days, can deliver again. */
const KEEP_CLAIMS_MS = 8 * DAY
/** How long a super user may replay a dead event. */
const KEEP_DEAD_MS = 30 * DAY

/** Jobs that make the partitions of a schema's event tables ahead of time and drop old ones whole. */
export function eventPartitionJobs(service: string, db: Database, clock: Clock): Job[] {
  const keep = (table: string, keepMs: number): Job => ({
    name: `${service}.${table.replace('_', '-')}-partitions`,
    everyMs: HOUR,
    run: (signal) => keepPartitions({ db, table, now: clock.now(), keepMs }, signal),
  })
  return [keep('outbox', KEEP_SENT_MS), keep('inbox', KEEP_CLAIMS_MS), keep('dead_events', KEEP_DEAD_MS)]
}
