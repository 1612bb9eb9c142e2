import type { DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Inbox, Tx } from '@balcao/kernel'

import { userChanged, type User } from './user'
import type { UserStore } from './user.store'

export interface UserConsumerDeps {
  db: Database
  users: UserStore
  events: EventLog
  inbox: Inbox
  ids: Ids
  clock: Clock
}

/** Changes users of the event's company and announces them, once for each event and group. */
export const changeUsersOnce = (
  deps: UserConsumerDeps,
  group: string,
  { companyId, eventId }: DeskEvent,
  change: (tx: Tx, now: Date) => Promise<readonly User[]>,
): Promise<void> =>
  deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, group, eventId))) return
    const changed = await change(tx, deps.clock.now())
    await deps.events.append(
      tx,
      changed.map((user) => userChanged(deps, user)),
    )
  })
