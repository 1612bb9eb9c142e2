import { DAY, HOUR, SECOND, type Clock, type Database, type Job } from '@balcao/kernel'

import type { FeedBroadcast } from './feed-broadcast'
import type { FeedStore } from './feed.store'

export const KEEP_FEED_MS = 7 * DAY
const PURGE_AT_ONCE = 5_000

/** Deletes rows older than 7 days, a bounded number per transaction. */
export const feedRetentionJob = (deps: { db: Database; feed: FeedStore; clock: Clock }): Job => ({
  name: 'realtime.feed-retention',
  everyMs: HOUR,
  run: async (signal) => {
    const before = new Date(deps.clock.now().getTime() - KEEP_FEED_MS)
    while (!signal.aborted) {
      // Platform scope: all companies.
      const forgotten = await deps.db.asPlatform((tx) => deps.feed.purge(tx, before, PURGE_AT_ONCE))
      if (forgotten < PURGE_AT_ONCE) return
    }
  },
})

/** Reads rows that other processes wrote, and rows whose sending was interrupted. */
export const feedPollJob = (broadcast: FeedBroadcast): Job => ({
  name: 'realtime.feed-poll',
  everyMs: SECOND,
  runs: 'process',
  run: () => broadcast.poll(),
})
