import {
  companyId,
  listTickets,
  maySeeTicket,
  profiles,
  queueId,
  ticketStatuses,
  userId,
  type QueryOf,
  type TicketStatus,
} from '@balcao/contracts'
import { isAdmin, type Session } from '@balcao/kernel'
import fc from 'fast-check'

import { filterOf } from '../src/features/tickets/list-tickets'
import { COMPANY, connection, FOREIGN, queue, rig, ticket, type Rig } from './support'

interface Made {
  id: number
  companyId: number
  status: TicketStatus
  queueId: number | null
  userId: number | null
}

let desk: Rig
const queues: number[] = []
const made: Made[] = []
const users = [1, 2, 3]

/* One ticket of each kind there is, in two companies that know the same users and queues. */
beforeAll(async () => {
  desk = await rig()
  for (const name of ['Vendas', 'Suporte', 'Financeiro']) queues.push(await queue(desk, name))
  const ofForeign = await queue(desk, 'Vendas', FOREIGN)
  await connection(desk, 1)
  for (const company of [COMPANY, FOREIGN])
    for (const status of ticketStatuses)
      for (const inQueue of company === COMPANY ? [null, ...queues] : [null, ofForeign])
        for (const user of [null, ...users]) {
          const place = { status, queueId: inQueue, userId: user }
          made.push({ ...place, id: await ticket(desk, { ...place, company }), companyId: company })
        }
})

const anySession = (): fc.Arbitrary<Session> =>
  fc.record({
    companyId: fc.constantFrom(COMPANY, FOREIGN).map(companyId),
    userId: fc.constantFrom(...users, 4).map(userId),
    name: fc.constant('somebody'),
    profile: fc.constantFrom(...profiles),
    super: fc.boolean(),
    allTicket: fc.boolean(),
    queueIds: fc.subarray(queues.map(queueId)),
    tokenVersion: fc.constant(0),
    dueAt: fc.constant(null),
  })

const anyQuery = () =>
  fc.record({
    status: fc.constantFrom(undefined, ...ticketStatuses),
    showAll: fc.boolean(),
    queueIds: fc.option(fc.subarray(queues), { nil: undefined }),
  })

const baseQuery = (): QueryOf<typeof listTickets> =>
  listTickets.query!.cast({}) as QueryOf<typeof listTickets>

it('the list finds exactly what the viewer may see and the filter asks for', async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), anyQuery(), async (session, asked) => {
      const filter = filterOf(session, { ...baseQuery(), ...asked })
      const { tickets } = await desk.ports.db.withTenant(session.companyId, (tx) =>
        desk.deps.tickets.page(tx, session.companyId, filter, { offset: 0, size: 500, after: undefined }),
      )
      const expected = made.filter(
        (one) =>
          maySeeTicket(session, one) &&
          ((isAdmin(session) && asked.showAll) ||
            one.status === 'pending' ||
            one.userId === session.userId) &&
          (asked.status === undefined || one.status === asked.status) &&
          (asked.queueIds === undefined || one.queueId === null || asked.queueIds.includes(one.queueId)),
      )
      expect(tickets.map(({ id }) => id).sort((left, right) => left - right)).toEqual(
        expected.map(({ id }) => id),
      )
    }),
    { numRuns: 400 },
  )
}, 120_000)

it('a single ticket is shown exactly to those whose list has it', async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const filter = { ...filterOf(session, { ...baseQuery(), showAll: true }), mineOrPending: null }
      const { tickets } = await desk.ports.db.withTenant(session.companyId, (tx) =>
        desk.deps.tickets.page(tx, session.companyId, filter, { offset: 0, size: 500, after: undefined }),
      )
      const listed = new Set(tickets.map(({ id }) => id))
      for (const one of made) expect(listed.has(one.id)).toBe(maySeeTicket(session, one))
    }),
    { numRuns: 100 },
  )
}, 120_000)
