import { HOUR, type Database, type Job, type Tx } from '@balcao/kernel'

import { execute } from '../postgres'

const BATCH = 5_000

/**
 * Jobs that keep a schema's event tables small: sent rows for 7 days (a broker's topics can be rebuilt from them),
 * claims for 8, so that they outlive whatever could be delivered again.
 */
export function eventSweepJobs(service: string, db: Database): Job[] {
  const sweep = (purpose: string, sql: string): Job => ({
    name: `${service}.${purpose}`,
    everyMs: HOUR,
    // Platform scope: age knows no company.
    run: (signal) => deleteInBatches(signal, () => db.asPlatform((tx: Tx) => execute(tx, sql, [BATCH]))),
  })
  return [
    sweep(
      'outbox-sweep',
      `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE sent AND created_at < now() - interval '7 days' LIMIT $1)`,
    ),
    sweep(
      'inbox-sweep',
      `DELETE FROM inbox WHERE (consumer, event_id) IN (SELECT consumer, event_id FROM inbox WHERE claimed_at < now() - interval '8 days' LIMIT $1)`,
    ),
  ]
}

async function deleteInBatches(signal: AbortSignal, deleteBatch: () => Promise<number>): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) deleted = await deleteBatch()
}
