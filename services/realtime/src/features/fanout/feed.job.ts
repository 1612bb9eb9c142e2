import { DAY, MINUTE, SECOND, type Activity, type Job } from '@balcao/kernel'

import type { FeedBroadcast } from './feed-broadcast'

/** How long rows stay readable; their partition of a day is dropped this long after its end. */
export const KEEP_FEED_MS = 7 * DAY

/**
 * Reads rows that other processes wrote, and rows whose sending was interrupted.
 * @param activity of the feeds in this process; begins before rows are written.
 */
export const feedPollJob = (broadcast: FeedBroadcast, activity: Activity): Job => ({
  name: 'realtime.feed-poll',
  everyMs: SECOND,
  idleAloneEveryMs: MINUTE,
  activity,
  runs: 'process',
  run: () => broadcast.poll(),
})
