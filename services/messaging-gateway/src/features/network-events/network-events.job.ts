import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'
import { runClaimed } from '@balcao/platform'

import type { NetworkEvent } from './network-event'
import type { NetworkEventStore } from './network-event.store'
import { CLAIM_MS, processNetworkEvent, type ProcessDeps } from './process-network-event'

const DEAD_KEPT_MS = 7 * DAY

/** Deletes events that were parked a week ago. */
export const sweepNetworkEventsJob = ({
  db,
  clock,
  networkEvents,
}: Pick<ServicePorts, 'db' | 'clock'> & { networkEvents: NetworkEventStore }): Job => ({
  name: 'messaging-gateway.sweep-network-events',
  everyMs: HOUR,
  run: async () => {
    const before = new Date(clock.now().getTime() - DEAD_KEPT_MS)
    // Platform scope: parked events of every company.
    await db.asPlatform((tx) => networkEvents.sweep(tx, before))
  },
})

/* At once of a process, and of one company in all processes: a slow file holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 8

function claim(deps: ProcessDeps, limit: number): Promise<NetworkEvent[]> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  // Platform scope: events of every company.
  return deps.db.asPlatform((tx) =>
    deps.networkEvents.claim(tx, { now, until, limit, perCompany: PER_COMPANY }),
  )
}

/** Processes everything that is due. */
export const processDueEvents = (deps: ProcessDeps, signal: AbortSignal): Promise<void> =>
  runClaimed(
    {
      atOnce: AT_ONCE,
      claim: (limit) => claim(deps, limit),
      run: (event) => processNetworkEvent(deps, event),
    },
    signal,
  )
