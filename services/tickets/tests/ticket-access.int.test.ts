import {
  companyId,
  exactTicketFields,
  isInTicketList,
  listTickets,
  maySeeTicket,
  profiles,
  queueId,
  ticketStatuses,
  userId,
  type ExactTicketField,
  type ListedTicket,
  type listKanbanTickets,
  type QueryOf,
  type TicketListFilter,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import { givenApiKey } from '@balcao/testkit'
import fc from 'fast-check'

import { buildFilter, buildKanbanFilter } from '../src/features/tickets/list-tickets'
import type { TicketFilter } from '../src/features/tickets'
import {
  callsTo,
  COMPANY,
  connection,
  contactRow,
  FOREIGN,
  person,
  queue,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

let desk: Rig
const queues: number[] = []
const tags: number[] = []
const made: (ListedTicket & { id: number })[] = []
const users = [1, 2, 3]

/* Every second ticket has something to read; bot and assistant, and the tags, run through none, one, the other and both. */
async function makeTicket(
  company: typeof COMPANY,
  place: Pick<ListedTicket, 'status' | 'queueId' | 'userId'>,
) {
  const index = made.length
  const contactId = await contactRow(desk, `contact ${index}`, company)
  const id = await ticket(desk, { ...place, company, contactId, unread: index % 2 })
  const own = company === COMPANY ? tags.filter((_tag, bit) => index & (2 << bit)) : []
  for (const tag of own)
    await desk.pg.sql('INSERT INTO tickets.ticket_tags (company_id, ticket_id, tag_id) VALUES ($1, $2, $3)', [
      company,
      id,
      tag,
    ])
  await desk.pg.sql('UPDATE tickets.tickets SET chatbot = $2, use_integration = $3 WHERE id = $1', [
    id,
    index % 3 === 0,
    index % 5 === 0,
  ])
  const stored = await desk.ports.db.withTenant(company, (tx) => desk.deps.tickets.find(tx, company, id))
  if (!stored) throw new Error('the ticket is not there')
  made.push({ ...stored, tags: own.map((tag) => ({ id: tag })) })
}

/* A ticket of each assignment there is, in two companies that know the same users and queues. */
beforeAll(async () => {
  desk = await rig()
  for (const name of ['Vendas', 'Suporte', 'Financeiro']) queues.push(await queue(desk, name))
  const ofForeign = await queue(desk, 'Vendas', FOREIGN)
  await connection(desk, 1)
  for (const name of ['VIP', 'Troca']) {
    const [row] = await desk.pg.sql<{ id: number }>(
      `INSERT INTO tickets.tags (company_id, name, name_key, color, kanban) VALUES ($1, $2, lower($2), '#000', 0) RETURNING id`,
      [COMPANY, name],
    )
    tags.push(row?.id ?? 0)
  }
  for (const company of [COMPANY, FOREIGN])
    for (const status of ticketStatuses)
      for (const inQueue of company === COMPANY ? [null, ...queues] : [null, ofForeign])
        for (const user of [null, ...users])
          await makeTicket(company, { status, queueId: inQueue, userId: user })
})

const anySession = (): fc.Arbitrary<Session> =>
  fc.record({
    companyId: fc.constantFrom(COMPANY, FOREIGN).map(companyId),
    userId: fc.constantFrom(...users, 4).map(userId),
    name: fc.constant('Ana'),
    profile: fc.constantFrom(...profiles),
    super: fc.boolean(),
    allTicket: fc.boolean(),
    queueIds: fc.subarray(queues.map(queueId)),
    isQueueBound: fc.boolean(),
    tokenVersion: fc.constant(0),
    dueAt: fc.constant(null),
  })

type OtherField = Exclude<keyof TicketListFilter, ExactTicketField>

/* One for every field that is not compared by its value: a forgotten one does not compile. */
const anyValue = (): { [K in OtherField]-?: fc.Arbitrary<TicketListFilter[K]> } => ({
  showAll: fc.boolean(),
  queueIds: fc.option(fc.subarray(queues), { nil: undefined }),
  tags: fc.oneof(fc.constant([]), fc.subarray(tags)),
  withoutTags: fc.oneof(fc.constant([]), fc.subarray(tags)),
  users: fc.oneof(fc.constant([]), fc.subarray(users)),
  withUnreadMessages: fc.boolean(),
  bot: fc.constantFrom(undefined, 'with', 'without'),
  // Of another route, below.
  kanban: fc.constant(undefined),
})

/* Some fields that are compared by their value, each with the value of some ticket. */
const anyExact = (): fc.Arbitrary<TicketListFilter> =>
  fc
    .tuple(fc.subarray([...exactTicketFields]), fc.constantFrom(...made))
    .map(([fields, one]) => Object.fromEntries(fields.map((field) => [field, one[field]])))

const anyFilter = (): fc.Arbitrary<TicketListFilter> =>
  fc.tuple(anyExact(), fc.record(anyValue())).map(([exact, others]) => ({ ...others, ...exact }))

const baseQuery = (): QueryOf<typeof listTickets> =>
  listTickets.query!.cast({}) as QueryOf<typeof listTickets>

async function expectListed(session: Session, filter: TicketFilter, asked: TicketListFilter): Promise<void> {
  const { tickets } = await desk.ports.db.withTenant(session.companyId, (tx) =>
    desk.deps.tickets.page(tx, session.companyId, filter, {
      offset: 0,
      size: 500,
      order: 'last-updated',
      after: undefined,
    }),
  )
  const expected = made.filter((one) => isInTicketList(session, asked, one))
  expect(tickets.map(({ id }) => id).sort((left, right) => left - right)).toEqual(
    expected.map(({ id }) => id),
  )
}

it('a list compares only the fields that narrow it, whatever page is asked for', () => {
  const [session] = fc.sample(anySession(), 1)
  const query = { ...baseQuery(), status: 'open' as const, showAll: true, date: '2026-11-20' }
  expect(buildFilter(session!, query).asked).toEqual({ status: 'open' })
  expect(buildKanbanFilter(session!, { ...baseQuery(), tags: [1] }).asked).toEqual({
    kanban: true,
    tags: [1],
  })
})

it('the list finds exactly what the viewer may see and the filter asks for', async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), anyFilter(), (session, asked) => {
      const filter = buildFilter(session, { ...baseQuery(), ...asked } as QueryOf<typeof listTickets>)
      return expectListed(session, filter, asked)
    }),
    { numRuns: 1_500 },
  )
})

const anyKanbanFilter = (): fc.Arbitrary<TicketListFilter> => {
  const { queueIds, tags: inLane, withoutTags, users: ofAgents } = anyValue()
  return fc.record({ queueIds, tags: inLane, withoutTags, users: ofAgents, kanban: fc.constant(true) })
}

it('the kanban finds exactly what the viewer may see and the filter asks for', async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), anyKanbanFilter(), (session, asked) => {
      const filter = buildKanbanFilter(session, { ...baseQuery(), ...asked } as QueryOf<
        typeof listKanbanTickets
      >)
      return expectListed(session, filter, asked)
    }),
    { numRuns: 500 },
  )
})

it('a single ticket is shown exactly to those whose list has it', async () => {
  await fc.assert(
    fc.asyncProperty(anySession(), async (session) => {
      const filter = { ...buildFilter(session, { ...baseQuery(), showAll: true }), mineOrPending: null }
      const { tickets } = await desk.ports.db.withTenant(session.companyId, (tx) =>
        desk.deps.tickets.page(tx, session.companyId, filter, {
          offset: 0,
          size: 500,
          order: 'last-updated',
          after: undefined,
        }),
      )
      const listed = new Set(tickets.map(({ id }) => id))
      for (const one of made) expect(listed.has(one.id)).toBe(maySeeTicket(session, one))
    }),
    { numRuns: 100 },
  )
})

describe('an API key that is limited to a queue', () => {
  let call: Call
  let key: string
  beforeAll(async () => {
    call = await callsTo(desk)
    const maker = await person(desk, { id: 1, profile: 'admin' })
    const scopes = ['tickets:read', 'tickets:write']
    key = await givenApiKey(desk.pg, 'tickets', maker, { scopes, queueIds: [queueId(queues[0] ?? 0)] })
  })

  it('lists the tickets of that queue in its company, and none of its maker elsewhere', async () => {
    const { body } = await call(key, 'GET', '/tickets?status=open&showAll=true')
    const listed = (body.tickets as { id: number }[]).map(({ id }) => id).sort((left, right) => left - right)
    const expected = made.filter(
      (one) => one.companyId === COMPANY && one.status === 'open' && one.queueId === queues[0],
    )
    expect(listed).toEqual(expected.map(({ id }) => id))
  })

  it('does not reach what its maker reaches: another queue, another company', async () => {
    const find = (company: number, inQueue: number | undefined) =>
      made.find((one) => one.companyId === company && one.queueId === inQueue && one.userId === 1)?.id ?? 0
    expect((await call(key, 'GET', `/tickets/${find(COMPANY, queues[0])}`)).status).toBe(200)
    const elsewhere = await call(key, 'GET', `/tickets/${find(COMPANY, queues[1])}`)
    expect(elsewhere.body.error).toBe('ERR_NO_PERMISSION')
    const foreign = made.find((one) => one.companyId === FOREIGN)?.id ?? 0
    expect((await call(key, 'GET', `/tickets/${foreign}`)).body.error).toBe('ERR_NO_TICKET_FOUND')
    // Administrators alone delete tickets.
    const deletion = await call(key, 'DELETE', `/tickets/${find(COMPANY, queues[0])}`)
    expect(deletion.body.error).toBe('ERR_NO_PERMISSION')
  })

  it('needs the scope of the route', async () => {
    const answer = await call(key, 'GET', '/contacts')
    expect(answer.body).toMatchObject({ error: 'ERR_API_KEY_SCOPE', scope: 'contacts:read' })
  })

  it('is refused as soon as auth tells that it is revoked', async () => {
    await desk.pg.sql('UPDATE tickets.directory_api_keys SET revoked = true')
    desk.ports.sessions.forgetApiKeys()
    expect((await call(key, 'GET', '/tickets?status=open')).body.error).toBe('ERR_API_KEY_INVALID')
  })
})
