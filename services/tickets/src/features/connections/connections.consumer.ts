import { connectionId, connectionProviders, queueId } from '@balcao/contracts'
import { isCase, type ConnectionSnapshot, type DeskEvent } from '@balcao/contracts/wire'
import type { Database, Inbox, Subscription, Tx } from '@balcao/kernel'

import type { ConnectionRules, ConnectionStore } from './connection.store'

const GROUP = 'tickets.connections'

interface Deps {
  db: Database
  inbox: Inbox
  connections: ConnectionStore
}

const toRules = (connection: ConnectionSnapshot): ConnectionRules => ({
  greetingMessage: connection.greetingMessage,
  completionMessage: connection.completionMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  expiresInactiveMessage: connection.expiresInactiveMessage,
  transferQueueId: connection.transferQueueId ?? null,
  timeToTransfer: connection.timeToTransfer,
  expiresTicket: connection.expiresTicket,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeUseBotQueues: connection.timeUseBotQueues,
  promptId: connection.promptId ?? null,
  provider: connectionProviders.find((provider) => provider === connection.provider),
})

async function applyConnectionEvent(connections: ConnectionStore, tx: Tx, event: DeskEvent): Promise<void> {
  if (isCase(event, 'connectionChanged')) {
    const { connection } = event.body.value
    if (!connection || connection.companyId !== event.companyId) return
    await connections.upsert(tx, event.companyId, {
      id: connectionId(connection.id),
      name: connection.name,
      status: connection.status,
      isDefault: connection.isDefault,
      queueIds: connection.queueIds.map(queueId),
      rules: toRules(connection),
      changedAt: event.occurredAt,
    })
  } else if (isCase(event, 'connectionSessionChanged')) {
    const { connectionId: id, name, status } = event.body.value
    await connections.updateStatus(tx, event.companyId, {
      id: connectionId(id),
      name,
      status,
      changedAt: event.occurredAt,
    })
  } else if (isCase(event, 'connectionDeleted')) {
    const id = connectionId(event.body.value.connectionId)
    await connections.markDeleted(tx, event.companyId, id, event.occurredAt)
  }
}

/** Keeps the local copy of connections: names, states and queues. */
export const connectionsConsumer = ({ db, inbox, connections }: Deps): Subscription => ({
  group: GROUP,
  topic: 'messaging',
  cases: ['connectionChanged', 'connectionSessionChanged', 'connectionDeleted'],
  handle: async ({ event }) => {
    await db.withTenant(event.companyId, async (tx) => {
      if (await inbox.claim(tx, GROUP, event.eventId)) await applyConnectionEvent(connections, tx, event)
    })
  },
})
