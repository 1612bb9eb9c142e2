import { queueId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription } from '@balcao/kernel'

import { connectionChanged } from './connection-events'
import type { ConnectionStore } from './connection.store'

const GROUP = 'messaging-gateway.queues'

/** Removes a deleted queue from the company's connections. */
export const queuesConsumer = (
  deps: Pick<ServicePorts, 'db' | 'events' | 'inbox' | 'clock' | 'ids'> & { connections: ConnectionStore },
): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['queueDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'queueDeleted')) return
    const gone = queueId(event.body.value.queueId)
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      const changed = await deps.connections.dropQueue(tx, event.companyId, gone, deps.clock.now())
      await deps.events.append(
        tx,
        changed.map((connection) => connectionChanged(deps, connection)),
      )
    })
  },
})
