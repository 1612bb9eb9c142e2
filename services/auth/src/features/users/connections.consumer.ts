import { connectionId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Inbox, Subscription } from '@balcao/kernel'

import { userChanged } from './user'
import type { UserStore } from './user.store'

interface ConnectionsConsumerDeps {
  db: Database
  users: UserStore
  events: EventLog
  inbox: Inbox
  ids: Ids
  clock: Clock
}

const GROUP = 'auth.connections'

/** Removes a deleted connection from its users. */
export const connectionsConsumer = (deps: ConnectionsConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'messaging',
  cases: ['connectionDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'connectionDeleted')) return
    const gone = connectionId(event.body.value.connectionId)
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      const changed = await deps.users.removeConnection(tx, event.companyId, gone, deps.clock.now())
      await deps.events.append(
        tx,
        changed.map((user) => userChanged(deps, user)),
      )
    })
  },
})
