import { promptId, queueId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription, Tx } from '@balcao/kernel'

import type { Connection } from './connection'
import { connectionChanged } from './connection-events'
import type { ConnectionStore } from './connection.store'

const GROUP = 'messaging-gateway.queues'

type Deps = Pick<ServicePorts, 'db' | 'events' | 'inbox' | 'clock' | 'ids'> & { connections: ConnectionStore }

/* The connections that had what is deleted. */
async function dropDeleted({ connections, clock }: Deps, tx: Tx, event: DeskEvent): Promise<Connection[]> {
  const { companyId } = event
  if (isCase(event, 'queueDeleted'))
    return connections.dropQueue(tx, companyId, queueId(event.body.value.queueId), clock.now())
  if (isCase(event, 'promptDeleted'))
    return connections.dropPrompt(tx, companyId, promptId(event.body.value.promptId), clock.now())
  return []
}

/** Removes deleted queues and prompts from the company's connections. */
export const queuesConsumer = (deps: Deps): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['queueDeleted', 'promptDeleted'],
  handle: async ({ event }) => {
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      const changed = await dropDeleted(deps, tx, event)
      await deps.events.append(
        tx,
        changed.map((connection) => connectionChanged(deps, connection)),
      )
    })
  },
})
