import { oftenWhileBusy, SECOND, type Activity, type Clock, type Job } from '@balcao/kernel'

import { publishEvents, type PublishDeps } from './publish-events'

export interface PublishJobDeps extends PublishDeps {
  clock: Clock
  /** How long the oldest event waits; 0 when none does. */
  onLag(seconds: number): void
}

const LAG_EVERY_MS = 10 * SECOND

/**
 * Public events from the feed to the operator's topic.
 * @param activity of the feeds in this process.
 */
export const publishJobs = (deps: PublishJobDeps, activity: Activity): Job[] => [
  {
    name: 'realtime.public-events',
    ...oftenWhileBusy(SECOND),
    activity,
    run: (signal) => publishEvents(deps, signal),
  },
  {
    // Of its own, in every process: the publishing may hang, and its process may die.
    name: 'realtime.public-events-lag',
    everyMs: LAG_EVERY_MS,
    runs: 'process',
    run: async () => {
      // Platform scope: feeds of every company.
      const oldest = await deps.db.asPlatform((tx) => deps.positions.findOldestWaiting(tx))
      deps.onLag(oldest ? Math.max(0, deps.clock.now().getTime() - oldest.getTime()) / SECOND : 0)
    },
  },
]
