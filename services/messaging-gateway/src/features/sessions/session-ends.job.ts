import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { SessionEndStore } from './session-ends.store'
import type { SessionTroubleStore } from './session-troubles.store'

const KEPT_MS = 30 * DAY

/** Deletes session ends and troubles older than 30 days. */
export const sessionEndsJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & {
    sessionEnds: SessionEndStore
    sessionTroubles: SessionTroubleStore
  },
): Job => ({
  name: 'messaging-gateway.session-ends',
  everyMs: 6 * HOUR,
  run: () =>
    deps.db.asPlatform(async (tx) => {
      const before = new Date(deps.clock.now().getTime() - KEPT_MS)
      await deps.sessionEnds.sweep(tx, before)
      await deps.sessionTroubles.sweep(tx, before)
    }),
})
