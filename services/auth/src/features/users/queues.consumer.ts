import { queueId, type CompanyId, type QueueId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Inbox, Subscription } from '@balcao/kernel'

import { userChanged } from './user'
import type { UserStore } from './user.store'

interface QueuesConsumerDeps {
  db: Database
  users: UserStore
  events: EventLog
  inbox: Inbox
  ids: Ids
  clock: Clock
}

const GROUP = 'auth.queues'

async function forgetQueue(
  deps: QueuesConsumerDeps,
  event: DeskEvent,
  companyId: CompanyId,
  queue: QueueId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
    const changed = await deps.users.removeQueue(tx, companyId, queue, deps.clock.now())
    await deps.events.append(
      tx,
      changed.map((user) => userChanged(deps, user)),
    )
  })
}

/** Removes deleted queues from users. */
export const queuesConsumer = (deps: QueuesConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['queueDeleted'],
  handle: async ({ event }) => {
    if (isCase(event, 'queueDeleted'))
      await forgetQueue(deps, event, event.companyId, queueId(event.body.value.queueId))
  },
})
