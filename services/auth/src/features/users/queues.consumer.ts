import { queueId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { changeUsersOnce, type UserConsumerDeps } from './change-users-once'

const GROUP = 'auth.queues'

/** Removes deleted queues from users. */
export const queuesConsumer = (deps: UserConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['queueDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'queueDeleted')) return
    const gone = queueId(event.body.value.queueId)
    await changeUsersOnce(deps, GROUP, event, (tx, now) =>
      deps.users.removeQueue(tx, event.companyId, gone, now),
    )
  },
})
