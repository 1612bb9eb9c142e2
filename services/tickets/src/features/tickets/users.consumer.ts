import { userId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Inbox, Subscription } from '@balcao/kernel'

import { decideTicket, placeOf } from './ticket'
import type { TicketDeps } from './ticket-deps'
import { announceTicket } from './ticket-events'

const GROUP = 'tickets.users'

/** An agent who is gone holds nothing: open tickets wait in their queue again. */
export const usersConsumer = (deps: TicketDeps & { inbox: Inbox }): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['userDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'userDeleted')) return
    const gone = userId(event.body.value.userId)
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      for (const ticket of await deps.tickets.lockUnclosedOf(tx, event.companyId, { userId: gone })) {
        const decision = decideTicket(ticket, { kind: 'return', carried: {} }, deps.clock.now())
        if (decision.kind !== 'changed') continue
        await deps.tickets.save(tx, decision.ticket)
        await announceTicket(deps, tx, decision.ticket, placeOf(ticket))
      }
    })
  },
})
