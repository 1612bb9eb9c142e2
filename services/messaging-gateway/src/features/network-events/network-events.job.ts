import { DAY, HOUR, type Job, type ServicePorts } from '@balcao/kernel'

import type { NetworkEventStore } from './network-event.store'

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
