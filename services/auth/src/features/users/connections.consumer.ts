import { connectionId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { changeUsersOnce, type UserConsumerDeps } from './change-users-once'

const GROUP = 'auth.connections'

/** Removes a deleted connection from its users. */
export const connectionsConsumer = (deps: UserConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'messaging',
  cases: ['connectionDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'connectionDeleted')) return
    const gone = connectionId(event.body.value.connectionId)
    await changeUsersOnce(deps, GROUP, event, (tx, now) =>
      deps.users.removeConnection(tx, event.companyId, gone, now),
    )
  },
})
