import { userId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Inbox, Subscription } from '@balcao/kernel'

import { changeTicket } from './commit-ticket-change'
import type { TicketDeps } from './ticket-deps'

const GROUP = 'tickets.users'

/** The unclosed tickets of a deleted user are pending again, in their queues. */
export const usersConsumer = (deps: TicketDeps & { inbox: Inbox }): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['userDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'userDeleted')) return
    const gone = userId(event.body.value.userId)
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      for (const ticket of await deps.tickets.lockEveryUnclosed(tx, event.companyId, { userId: gone }))
        await changeTicket(deps, tx, ticket, { command: { kind: 'return', fields: {} } })
    })
  },
})
