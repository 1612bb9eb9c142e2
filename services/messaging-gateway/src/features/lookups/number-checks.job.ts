import { HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import { MAX_LIFETIME_MS } from './number-check'
import type { NumberCheckStore } from './number-check.store'

/** Deletes expired number checks, of all companies. */
export const numberChecksJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & { numberChecks: NumberCheckStore },
): Job => ({
  name: 'messaging-gateway.number-checks',
  everyMs: HOUR,
  run: () => {
    const before = new Date(deps.clock.now().getTime() - MAX_LIFETIME_MS)
    return deps.db.asPlatform((tx) => deps.numberChecks.sweep(tx, before))
  },
})
