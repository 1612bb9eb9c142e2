import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { ErasureStore } from './erasure.store'

const BATCH = 1_000

/**
 * Empties what is finished and still says something: edits and emojis that failed a day ago, which until then a late
 * receipt may prove after all, and rows of releases that emptied none. Sweeps all companies.
 */
export const emptyFinishedJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & { erasures: ErasureStore },
): Job => ({
  name: 'messaging-gateway.empty-finished',
  everyMs: HOUR,
  run: async (signal) => {
    const failedBefore = new Date(deps.clock.now().getTime() - DAY)
    for (let emptied = BATCH; emptied === BATCH && !signal.aborted;)
      emptied = await deps.db.asPlatform((tx) => deps.erasures.emptyFinished(tx, failedBefore, BATCH))
  },
})
