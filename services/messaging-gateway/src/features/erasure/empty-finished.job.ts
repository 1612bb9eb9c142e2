import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { ErasureStore } from './erasure.store'

const BATCH = 1_000

/**
 * Empties finished outbound rows that still have content: edits and reactions that failed a day ago (until then a late receipt
 * may acknowledge them), and rows of releases that did not empty them. For all companies.
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
