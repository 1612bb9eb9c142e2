import { DAY, HOUR, type Clock, type Database, type Job, type Tx } from '@balcao/kernel'

import { execute } from '../postgres'

const BATCH = 5_000

/** How long sent events are kept: what was erased at its service leaves its outbox within this time. */
export const KEEP_SENT_MS = DAY
const KEEP_CLAIMS_MS = 8 * DAY
/** How long a super user may replay a dead event. */
export const KEEP_DEAD_MS = 30 * DAY

/**
 * Jobs that trim a schema's event tables: sent rows after a day, claims after 8 (longer than a
 * broker's topic, 7 days, can deliver again), dead events after 30.
 */
export function eventSweepJobs(service: string, db: Database, clock: Clock): Job[] {
  const sweep = (purpose: string, keepMs: number, sql: string): Job => ({
    name: `${service}.${purpose}`,
    everyMs: HOUR,
    run: (signal) => {
      const before = new Date(clock.now().getTime() - keepMs)
      // Platform scope: sweeps by age, over all companies.
      return deleteInBatches(signal, () => db.asPlatform((tx: Tx) => execute(tx, sql, [before, BATCH])))
    },
  })
  return [
    sweep(
      'outbox-sweep',
      KEEP_SENT_MS,
      `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE sent AND created_at < $1 LIMIT $2)`,
    ),
    sweep(
      'inbox-sweep',
      KEEP_CLAIMS_MS,
      `DELETE FROM inbox WHERE (consumer, event_id) IN (SELECT consumer, event_id FROM inbox WHERE claimed_at < $1 LIMIT $2)`,
    ),
    sweep(
      'dead-events-sweep',
      KEEP_DEAD_MS,
      `DELETE FROM dead_events WHERE id IN (SELECT id FROM dead_events WHERE died_at < $1 LIMIT $2)`,
    ),
  ]
}

async function deleteInBatches(signal: AbortSignal, deleteBatch: () => Promise<number>): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) deleted = await deleteBatch()
}
