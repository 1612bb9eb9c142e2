import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'
import { runDue } from '@balcao/platform'

import type { NetworkEventStore } from './network-event.store'
import { processNetworkEvent, type ProcessDeps } from './process-network-event'

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

/* Of one company: a slow file holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 8

/** Processes everything that is due. */
export const processDueEvents = (deps: ProcessDeps, signal: AbortSignal): Promise<void> =>
  runDue(
    deps,
    {
      store: deps.networkEvents,
      atOnce: AT_ONCE,
      perCompany: PER_COMPANY,
      run: (event) => processNetworkEvent(deps, event),
    },
    signal,
  )
