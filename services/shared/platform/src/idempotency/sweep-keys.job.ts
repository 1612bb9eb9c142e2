import { HOUR, type Clock, type Database, type Job } from '@balcao/kernel'

import { sweepKeys } from './idempotency-keys'

/** Deletes idempotency keys after a day, of every company. */
export const sweepKeysJob = (service: string, db: Database, clock: Clock): Job => ({
  name: `${service}.sweep-idempotency-keys`,
  everyMs: HOUR,
  run: async (signal) => {
    while (!signal.aborted && !(await db.asPlatform((tx) => sweepKeys(tx, clock.now()))));
  },
})
