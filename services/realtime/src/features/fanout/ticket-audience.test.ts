import { companyId, maySeeTicket, profiles, queueId, userId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type TicketSnapshot } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import fc from 'fast-check'

import { ticketRooms } from './audience'
import type { Emission } from './emission'
import { sessionRooms } from './rooms'
import { ticketChanged } from './ticket-emissions'

/* Few companies, queues and users, so that random viewers and tickets often match. */
const ids = (most: number) => fc.integer({ min: 1, max: most })

const anySession = fc.record({
  companyId: ids(2).map(companyId),
  userId: ids(4).map(userId),
  name: fc.constant('Ana'),
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
      const mine = sessionRooms(session, new Date())
      const place = { queueId: ticket.queueId ?? 0, userId: ticket.userId ?? 0 }
      const hears = ticketRooms(ticket.companyId, place).some((room) => mine.includes(room))
      expect(hears).toBe(maySeeTicket(session, ticket))
    }),
    { numRuns: 5_000 },
  )
})

const anyAssignment = fc.record({ queueId: fc.option(ids(4)), userId: fc.option(ids(4)) })
type Assignment = { queueId: number | null; userId: number | null }

const stamp = { ids: { next: () => 'event', token: () => 'token' }, clock: { now: () => new Date(0) } }

/* What realtime makes of a ticket that went from one assignment to another. */
function emissions(company: number, from: Assignment, to: Assignment): Emission[] {
  const ticket = {
    id: 1,
    uuid: 'u',
    companyId: company,
    queue: to.queueId === null ? undefined : { id: to.queueId, name: '', color: '' },
    user: to.userId === null ? undefined : { id: to.userId, name: '' },
  } as TicketSnapshot
  const previous = { status: 'open', queueId: from.queueId ?? 0, userId: from.userId ?? 0 }
  const changed = { ticket, previous }
  return ticketChanged(deskEvent(stamp, orderingKeys.ticket(companyId(company), 1), 'ticketChanged', changed))
}

it('tells a moved ticket to exactly those who see it now, and that it left to exactly those who saw it before', () => {
  fc.assert(
    fc.property(anySession, ids(2), anyAssignment, anyAssignment, (session, company, from, to) => {
      const mine = sessionRooms(session, new Date())
      const hears = (part: Emission['part']) =>
        emissions(company, from, to).some(
          (emission) =>
            emission.part === part &&
            emission.audience.some((room) => mine.includes(room)) &&
            !emission.except.some((room) => mine.includes(room)),
        )
      const saw = maySeeTicket(session, { ...from, companyId: company })
      const sees = maySeeTicket(session, { ...to, companyId: company })
      expect([hears('main'), hears('gone')]).toEqual([sees, saw && !sees])
    }),
    { numRuns: 5_000 },
  )
})
