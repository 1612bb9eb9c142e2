import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { ReadMarkStore } from '../outbound'
import type { ApiRequestStore } from './api-requests.store'
import { KEY_LIFETIME_MS } from './send-once-per-key'

/** Deletes idempotency keys after seven days and unsent read marks after one, of all companies. */
export const sweepJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & { requests: ApiRequestStore; readMarks: ReadMarkStore },
): Job => ({
  name: 'messaging-gateway.sweep',
  everyMs: HOUR,
  run: async () => {
    const now = deps.clock.now().getTime()
    await deps.db.asPlatform((tx) => deps.requests.sweep(tx, new Date(now - KEY_LIFETIME_MS)))
    await deps.db.asPlatform((tx) => deps.readMarks.sweep(tx, new Date(now - DAY)))
  },
})
