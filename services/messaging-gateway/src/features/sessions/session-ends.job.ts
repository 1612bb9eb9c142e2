import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { SessionEndStore } from './session-ends.store'

const KEPT_MS = 30 * DAY

/** Forgets old ends. */
export const sessionEndsJob = (
  deps: Pick<ServicePorts, 'db' | 'clock'> & { sessionEnds: SessionEndStore },
): Job => ({
  name: 'messaging-gateway.session-ends',
  everyMs: 6 * HOUR,
  run: () =>
    deps.db.asPlatform((tx) => deps.sessionEnds.sweep(tx, new Date(deps.clock.now().getTime() - KEPT_MS))),
})
