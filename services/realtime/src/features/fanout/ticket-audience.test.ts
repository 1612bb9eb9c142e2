import { companyId, maySeeTicket, profiles, queueId, userId } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import fc from 'fast-check'

import { sessionRooms } from './rooms'
import { ticketRooms } from './ticket-emissions'

/* Few companies, queues and users, so that random viewers and tickets often match. */
const ids = (most: number) => fc.integer({ min: 1, max: most })

const anySession = fc.record({
  companyId: ids(2).map(companyId),
  userId: ids(4).map(userId),
  name: fc.constant('somebody'),
  profile: fc.constantFrom(...profiles),
  super: fc.boolean(),
  allTicket: fc.boolean(),
  queueIds: fc.uniqueArray(ids(4).map(queueId)),
  tokenVersion: fc.constant(0),
  dueAt: fc.constant(null),
}) satisfies fc.Arbitrary<Session>

const anyTicket = fc.record({
  companyId: ids(2).map(companyId),
  queueId: fc.option(ids(4)),
  userId: fc.option(ids(4)),
})

it('reaches exactly the viewers who may see the ticket', () => {
  fc.assert(
    fc.property(anySession, anyTicket, (session, ticket) => {
      const mine = sessionRooms(session)
      const place = { queueId: ticket.queueId ?? 0, userId: ticket.userId ?? 0 }
      const hears = ticketRooms(ticket.companyId, place).some((room) => mine.includes(room))
      expect(hears).toBe(maySeeTicket(session, ticket))
    }),
    { numRuns: 5_000 },
  )
})
