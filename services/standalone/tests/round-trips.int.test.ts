import type { TicketView } from '@balcao/contracts'
import { TEST_PASSWORD, waitFor, type TestAgent, type TestDesk } from '@balcao/testkit'

import { recordStatements } from './support/round-trips'
import { startDesk } from './support/start-desk'

/*
 * What one message or request costs Postgres, all services together. Jobs are off: on a slow machine they look for work as often as
 * messages come. What is sent less often than once a message (jobs, leases, the relays' reads and marks) is not counted, nor what the
 * simulated phone reads and writes of its own. A higher number needs a reason; a lower one belongs here.
 */
interface Work {
  most: { statements: number; roundTrips: number }
  /** Returns when what it caused is done or under way. */
  run: (n: number) => Promise<unknown>
}

const TIMES = 20

let desk: TestDesk
let ana: TestAgent
let ticket: { id: number; uuid: string }
let waiting: { id: number }[]

const listTickets = () => ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')

beforeAll(async () => {
  desk = await startDesk({ staff: { ana: { queues: ['Vendas'], allTicket: true }, bia: {} }, hasJobs: false })
  ana = await desk.agent('ana')
  await (await desk.phone('5511999990002', 'Iara')).says('oi')
  await desk.settle()
  const [first] = (await listTickets()).body.tickets
  if (!first) throw new Error('no ticket')
  ticket = first
  for (let n = 10; n < 36; n += 1) await (await desk.phone(`55119999800${n}`, `Fila ${n}`)).says('oi')
  await desk.settle()
  waiting = (await listTickets()).body.tickets.slice(0, 26)
})

const heard = (channel: string, count: number) => waitFor(() => ana.heard(channel).length >= count)

const works: Record<string, Work> = {
  'a further message of a customer': {
    most: { statements: 26, roundTrips: 8 },
    run: async (n) => {
      await (await desk.phone('5511999990002')).says(`mensagem ${n}`)
      await heard('appMessage', n)
    },
  },
  'the first message of a new contact': {
    most: { statements: 51, roundTrips: 18 },
    run: async (n) => {
      await (await desk.phone(`55119999700${10 + n}`, `Pessoa ${n}`)).says('oi')
      await heard('appMessage', n)
    },
  },
  'a log-in': {
    most: { statements: 34, roundTrips: 12 },
    // What follows is done while the next password is hashed.
    run: () => desk.anonymous('POST', '/auth/login', { email: 'bia@demo.test', password: TEST_PASSWORD }),
  },
  'a list of tickets': { most: { statements: 3, roundTrips: 1 }, run: listTickets },
  'a ticket': {
    most: { statements: 3, roundTrips: 1 },
    run: () => ana.call('GET', `/tickets/u/${ticket.uuid}`),
  },
  'a page of messages, with its mark that they are read': {
    most: { statements: 11, roundTrips: 4 },
    run: () => ana.call('GET', `/messages/${ticket.id}`),
  },
  'accepting a ticket': {
    most: { statements: 11, roundTrips: 3 },
    run: async (n) => {
      const { id } = waiting[n - 1]!
      const { status } = await ana.call('PUT', `/tickets/${id}`, { status: 'open', userId: ana.userId })
      expect(status).toBe(200)
    },
  },
  'a search for a contact': {
    most: { statements: 6, roundTrips: 2 },
    run: () => ana.call('GET', '/tickets?searchParam=Fila&showAll=true'),
  },
  'a page of contacts': { most: { statements: 5, roundTrips: 2 }, run: () => ana.call('GET', '/contacts') },
}

it.each(Object.entries(works))('%s takes as few round trips as before', async (_name, { most, run }) => {
  ana.forget()
  // A statement is prepared at its third use, and a name of its own is read anew.
  const warmUp = 4
  for (let n = 1; n <= warmUp; n += 1) await run(n)
  const log = recordStatements()
  // One more: what follows the last one may not have been sent yet.
  for (let n = 1; n <= TIMES + 1; n += 1) await run(warmUp + n)
  log.stop()
  const { statements, roundTrips, texts } = log.countPer(TIMES)
  if (statements > most.statements || roundTrips > most.roundTrips)
    throw new Error(`${statements} statements, ${roundTrips} round trips:\n${texts.join('\n')}`)
  expect(roundTrips).toBeGreaterThan(0)
})
