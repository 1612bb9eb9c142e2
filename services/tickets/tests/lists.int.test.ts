import { maySeeTicket, type MessageMatch, type TicketView } from '@balcao/contracts'
import { DAY, type Session } from '@balcao/kernel'

import { seedTags } from '../src/seed'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  callsTo,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  ticket,
  type Answer,
  type Call,
  type Rig,
} from './support'

interface Made {
  id: number
  status: 'pending' | 'open' | 'closed'
  userId: number | null
  queueId: number | null
  unread: number
  updatedAt: Date
  createdAt: Date
  tags: number[]
}

let desk: Rig
let call: Call
let queues: number[]
let tags: number[]
let sessions: Session[]
const made: Made[] = []

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

async function makeTickets(count: number): Promise<void> {
  const start = desk.ports.clock.now().getTime() - 20 * DAY
  for (let index = 0; index < count; index += 1) {
    const updatedAt = new Date(start + Math.floor(index / 2) * 7_000_000)
    const one = {
      status: pick(['pending', 'open', 'closed'] as const, index * 7 + (index >> 3)),
      queueId: pick([...queues, null], index * 5 + (index >> 2)),
      unread: pick([0, 3, 0, 1], index),
      updatedAt,
      createdAt: new Date(updatedAt.getTime() - (index % 5) * DAY),
    }
    const userId = one.status === 'pending' ? null : pick([1, 2, 3, 4], index)
    const id = await ticket(desk, { ...one, userId })
    const tagged = tags.filter((_tag, place) => (index >> place) % 2 === 0)
    for (const tag of tagged)
      await desk.pg.sql('INSERT INTO tickets.ticket_tags VALUES ($1, $2, $3)', [COMPANY, id, tag])
    made.push({ ...one, id, userId, tags: tagged })
  }
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  queues = [await queue(desk, 'Vendas'), await queue(desk, 'Suporte')]
  const [vendas = 0, suporte = 0] = queues
  sessions = [
    await person(desk, { id: 1, profile: 'admin' }),
    await person(desk, { id: 2, queueIds: [vendas] }),
    await person(desk, { id: 3, queueIds: [suporte], allTicket: true }),
    await person(desk, { id: 4 }),
  ]
  await connection(desk, 1)
  const labels = await desk.pg.sql<{ id: number }>(
    `INSERT INTO tickets.tags (company_id, name, name_key, color, kanban) SELECT $1, n, n, '#aaa', 0 FROM unnest(ARRAY['a', 'b', 'c']) n RETURNING id`,
    [COMPANY],
  )
  tags = labels.map(({ id }) => id)
  await makeTickets(160)
  for (let index = 0; index < 30; index += 1)
    await ticket(desk, { company: FOREIGN, status: 'pending', connectionId: 8 })
})

type Query = Record<string, string>

async function list(
  session: Session,
  query: Query,
  path = '/tickets',
): Promise<{ ids: number[]; count: number; hasMore: boolean }> {
  const { status, body } = await call(session, 'GET', `${path}?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  const page = body as unknown as { tickets: TicketView[]; count: number; hasMore: boolean }
  return { ids: page.tickets.map(({ id }) => id), count: page.count, hasMore: page.hasMore }
}

const saoPaulo = (date: Date): string => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
const ids = (text: string | undefined): number[] | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as number[])

const isListed = (session: Session, query: Query, one: Made): boolean =>
  (session.profile === 'admin' && query['showAll'] === 'true') ||
  one.userId === session.userId ||
  one.status === 'pending'

/** The expected list, by a second and slower implementation. */
function listExpected(session: Session, query: Query, isKanban = false): number[] {
  const matches = (one: Made): boolean =>
    maySeeTicket(session, { ...one, companyId: COMPANY }) &&
    (isKanban ? one.status !== 'closed' : isListed(session, query, one)) &&
    (query['status'] === undefined || one.status === query['status']) &&
    (query['withUnreadMessages'] !== 'true' || one.unread > 0) &&
    (one.queueId === null || (ids(query['queueIds'])?.includes(one.queueId) ?? true)) &&
    (ids(query['users'])?.includes(one.userId ?? -1) ?? true) &&
    (ids(query['tags'])?.every((tag) => one.tags.includes(tag)) ?? true) &&
    !(ids(query['withoutTags'])?.some((tag) => one.tags.includes(tag)) ?? false) &&
    (query['date'] === undefined || saoPaulo(one.createdAt) === query['date']) &&
    (query['updatedAt'] === undefined || saoPaulo(one.updatedAt) === query['updatedAt'])
  return made
    .filter(matches)
    .sort((left, right) => right.updatedAt.getTime() - left.updatedAt.getTime() || right.id - left.id)
    .map(({ id }) => id)
}

describe('the list of tickets', () => {
  const [q1, q2] = ['first', 'second']
  const queries: [string, () => Query][] = [
    ['nothing asked', () => ({})],
    ['showAll', () => ({ showAll: 'true' })],
    ['pending', () => ({ status: 'pending' })],
    ['open', () => ({ status: 'open' })],
    ['closed', () => ({ status: 'closed' })],
    ['closed, all', () => ({ status: 'closed', showAll: 'true' })],
    ['unread', () => ({ withUnreadMessages: 'true' })],
    ['unread and open, all', () => ({ withUnreadMessages: 'true', status: 'open', showAll: 'true' })],
    [`the ${q1} queue`, () => ({ queueIds: JSON.stringify([queues[0]]), showAll: 'true' })],
    [`the ${q2} queue`, () => ({ queueIds: JSON.stringify([queues[1]]) })],
    ['no queue at all', () => ({ queueIds: '[]', showAll: 'true' })],
    ['one tag', () => ({ tags: JSON.stringify([tags[0]]), showAll: 'true' })],
    ['two tags, both', () => ({ tags: JSON.stringify([tags[0], tags[1]]), showAll: 'true' })],
    [
      'three tags and a queue',
      () => ({ tags: JSON.stringify(tags), queueIds: JSON.stringify(queues), showAll: 'true' }),
    ],
    ['without a tag', () => ({ withoutTags: JSON.stringify([tags[0]]), showAll: 'true' })],
    ['without any of two tags', () => ({ withoutTags: JSON.stringify(tags.slice(1)), status: 'open' })],
    ['one agent', () => ({ users: '[2]', showAll: 'true' })],
    ['two agents, either', () => ({ users: '[2,3]', showAll: 'true' })],
    ['a day of creation', () => ({ date: saoPaulo(made[40]?.createdAt ?? new Date()), showAll: 'true' })],
    ['a day of change', () => ({ updatedAt: saoPaulo(made[40]?.updatedAt ?? new Date()), showAll: 'true' })],
    [
      'a day and a status and an agent',
      () => ({
        updatedAt: saoPaulo(made[60]?.updatedAt ?? new Date()),
        status: 'open',
        users: '[1,2,3,4]',
        showAll: 'true',
      }),
    ],
  ]

  it.each(queries)('%s: has what the slow implementation finds, for every user', async (_name, query) => {
    for (const session of sessions) {
      const expected = listExpected(session, query())
      const first = await list(session, query())
      expect(first.ids).toEqual(expected.slice(0, 40))
      expect([first.hasMore, first.count]).toEqual([expected.length > 40, expected.length])
    }
  })

  const boards: [string, () => Query][] = [
    ['a lane', () => ({ tags: JSON.stringify([tags[1]]) })],
    ['those in no lane', () => ({ withoutTags: JSON.stringify(tags) })],
    ['a lane of a queue', () => ({ tags: JSON.stringify([tags[0]]), queueIds: JSON.stringify([queues[0]]) })],
    ['a lane of an agent', () => ({ tags: JSON.stringify([tags[2]]), users: '[3]' })],
    ['the whole board', () => ({})],
  ]

  it.each(boards)(
    'kanban, %s: has unclosed tickets of every agent that a user may see',
    async (_name, query) => {
      for (const session of sessions) {
        const expected = listExpected(session, query(), true)
        const first = await list(session, query(), '/ticket/kanban')
        expect(first.ids).toEqual(expected.slice(0, 40))
        expect([first.hasMore, first.count]).toEqual([expected.length > 40, expected.length])
      }
    },
  )

  it('shows each ticket as it is shown alone, with texts that JSON escapes', async () => {
    const read = async <T>(path: string): Promise<T> => (await call(sessions[0]!, 'GET', path)).body as T
    const odd = 'a"b\\c\n\u001e\u001f\u2028 \u{1F600} ç'
    const [contact] = await desk.pg.sql<{ id: number }>(
      `UPDATE tickets.contacts SET name = $1, email = $1, picture_key = 'c1/p.jpg', created_at = '2026-03-01T04:05:06.7+00'
        WHERE id = (SELECT contact_id FROM tickets.tickets WHERE id = $2) RETURNING id`,
      [odd, made[0]?.id],
    )
    await desk.pg.sql(
      `INSERT INTO tickets.contact_extra_info (company_id, contact_id, name, value) VALUES ($1, $2, $3, $3), ($1, $2, 'b', '')`,
      [COMPANY, contact?.id, odd],
    )
    await desk.pg.sql(
      `UPDATE tickets.tickets SET last_message = $1, last_message_id = gen_random_uuid(), last_message_at = '2026-03-02T00:00:00.123999+00',
        last_message_user_id = CASE id % 3 WHEN 0 THEN 2 WHEN 1 THEN 99 END, last_message_kind = CASE id % 2 WHEN 0 THEN 'image' ELSE 'hologram' END,
        last_received_id = gen_random_uuid(), last_received = $1, last_received_kind = CASE id % 2 WHEN 0 THEN 'video' ELSE 'hologram' END, pending_at = '2026-03-01T00:00:00.5+00',
        prompt_id = 5, chatbot = true, is_group = true WHERE id = ANY ($2)`,
      [odd, made.slice(0, 12).map(({ id }) => id)],
    )
    const listed: TicketView[] = []
    for (let page = 1; listed.length < made.length && page < 20; page += 1)
      listed.push(
        ...(await read<{ tickets: TicketView[] }>(`/tickets?showAll=true&pageNumber=${page}`)).tickets,
      )
    expect(listed).toHaveLength(made.length)
    for (const one of listed) expect(one).toEqual(await read(`/tickets/${one.id}`))
    const [shown] = listed.filter(({ id }) => id === made[0]?.id)
    expect(shown).toMatchObject({ lastMessage: odd, lastMessageAt: '2026-03-02T00:00:00.123Z' })
    expect(shown?.contact).toMatchObject({ name: odd, createdAt: '2026-03-01T04:05:06.700Z' })
    expect(shown?.contact.profilePicUrl).toContain('p.jpg')
    expect(shown?.contact.extraInfo).toMatchObject([{ value: odd }, { name: 'b' }])
  })

  it('has every ticket once over all its pages', async () => {
    const admin = pick(sessions, 0)
    const paged: number[] = []
    for (let pageNumber = 1; ; pageNumber += 1) {
      const page = await list(admin, { showAll: 'true', pageNumber: String(pageNumber) })
      paged.push(...page.ids)
      if (!page.hasMore) break
    }
    expect(paged).toEqual(listExpected(admin, { showAll: 'true' }))
  })

  it('goes on after the last ticket seen, whatever moved to the top meanwhile', async () => {
    const admin = pick(sessions, 0)
    const lastId = (await list(admin, { showAll: 'true' })).ids.at(-1)
    const last = made.find(({ id }) => id === lastId)!
    const after = `${last.updatedAt.toISOString()}_${last.id}`
    const second = await list(admin, { showAll: 'true', pageNumber: '2' })
    expect(await list(admin, { showAll: 'true', pageNumber: '2', after })).toEqual(second)
    const [moved, ...others] = second.ids
    const move = (days: number) =>
      desk.pg.sql(
        `UPDATE tickets.tickets SET updated_at = updated_at + interval '${days} days' WHERE id = ${moved}`,
      )
    await move(90)
    const later = await list(admin, { showAll: 'true', pageNumber: '2', after })
    expect(later.ids.slice(0, others.length)).toEqual(others)
    await move(-90)
  })

  describe('by the longest wait', () => {
    const since = new Map<number, number>()
    const query = { status: 'pending', showAll: 'true', order: 'longest-wait' }

    /* Another order than by update, with tickets that wait equally long; two were written without a time. */
    beforeAll(async () => {
      const waiting = made.filter(({ status }) => status === 'pending')
      const start = Math.min(...made.map(({ updatedAt }) => updatedAt.getTime()))
      for (const [index, { id, updatedAt }] of waiting.entries()) {
        const pendingAt = index < 2 ? null : new Date(start + ((index * 37) % 23) * 3_600_000)
        since.set(id, (pendingAt ?? updatedAt).getTime())
        await desk.pg.sql('UPDATE tickets.tickets SET pending_at = $2 WHERE id = $1', [id, pendingAt])
      }
      await desk.pg.sql(`UPDATE tickets.tickets SET pending_at = '2020-01-01' WHERE company_id = $1`, [
        FOREIGN,
      ])
    })
    afterAll(() => desk.pg.sql('UPDATE tickets.tickets SET pending_at = NULL'))

    const listWaiting = (session: Session): number[] =>
      listExpected(session, query).toSorted(
        (left, right) => since.get(left)! - since.get(right)! || left - right,
      )

    it('has every ticket once over all its pages, each after the last one seen', async () => {
      const admin = pick(sessions, 0)
      const paged: number[] = []
      let after: string | undefined
      for (let pageNumber = 1; ; pageNumber += 1) {
        const page = await list(admin, { ...query, pageNumber: String(pageNumber), ...(after && { after }) })
        paged.push(...page.ids)
        if (!page.hasMore) break
        const last = page.ids.at(-1)!
        after = `${new Date(since.get(last)!).toISOString()}_${last}`
      }
      expect(paged.length).toBeGreaterThan(40)
      expect(paged).toEqual(listWaiting(admin))
    })

    it('has only what a user may see, whatever else is asked for', async () => {
      const agent = pick(sessions, 1)
      expect((await list(agent, query)).ids).toEqual(listWaiting(agent).slice(0, 40))
      const day = saoPaulo(made.find(({ status }) => status === 'pending')!.updatedAt)
      const ofDay = new Set(listExpected(agent, { ...query, updatedAt: day }))
      expect(ofDay.size).toBeGreaterThan(0)
      expect((await list(agent, { ...query, updatedAt: day })).ids).toEqual(
        listWaiting(agent).filter((id) => ofDay.has(id)),
      )
    })
  })

  it.each(['x', '2026-01-01_1', '2026-01-01T00:00:00.000Z_0', "2026-01-01T00:00:00.000Z_1'--"])(
    'refuses the cursor %j',
    async (after) => {
      await expect(list(pick(sessions, 0), { showAll: 'true', after })).rejects.toThrow()
    },
  )

  it('answers an absurd page at once, and empty', async () => {
    expect(await list(pick(sessions, 0), { showAll: 'true', pageNumber: '100000' })).toEqual({
      ids: [],
      count: 0,
      hasMore: false,
    })
  })

  it("shows a contact's whole history to who may see it", async () => {
    const contactId = await contactRow(desk, 'Histórica')
    const closed = await ticket(desk, {
      contactId,
      status: 'closed',
      userId: 1,
      queueId: queues[0] ?? 0,
      updatedAt: new Date('2026-01-01'),
    })
    const elsewhere = await ticket(desk, {
      contactId,
      status: 'closed',
      userId: 1,
      queueId: queues[1] ?? 0,
      updatedAt: new Date('2026-01-02'),
    })
    expect((await list(pick(sessions, 1), { contactId: String(contactId) })).ids).toEqual([closed])
    expect((await list(pick(sessions, 0), { contactId: String(contactId) })).ids).toEqual([elsewhere, closed])
  })
})

describe('cards of the kanban', () => {
  const admin = () => pick(sessions, 0)
  const ana = () => pick(sessions, 1)
  const code = ({ status, body }: Answer) => [status, body['error']]
  let stranger: Session
  let id: number
  let lanes: number[]
  let plain: number
  const lane = async (name: string, kanban: number) =>
    Number((await call(admin(), 'POST', '/tags', { name, kanban })).body['id'])
  const tagsOn = async () => {
    const { tags } = (await call(admin(), 'GET', `/tickets/${id}`)).body as unknown as TicketView
    return tags.map((tag) => tag.id).sort((left, right) => left - right)
  }
  const move = (session: Session, to: number | string) => call(session, 'PUT', `/ticket-tags/${id}/${to}`)

  beforeAll(async () => {
    stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  })

  beforeEach(async () => {
    const name = desk.ports.ids.token(4)
    lanes = [await lane(`Retorno ${name}`, 1), await lane(`Proposta ${name}`, 1)]
    plain = await lane(`VIP ${name}`, 0)
    id = await ticket(desk, { queueId: queues[0] ?? 0 })
    await clearOutbox(desk)
  })

  it('leave their lane for another in one change, keep their other tags and their place', async () => {
    const [back = 0, offer = 0] = lanes
    const before = (await call(ana(), 'GET', `/tickets/${id}`)).body as unknown as TicketView
    await move(ana(), plain)
    const first = (await move(ana(), back)).body as unknown as TicketView
    expect(first.tags.map((tag) => tag.id)).toEqual([back, plain])
    const second = (await move(ana(), offer)).body as unknown as TicketView
    expect(second).toMatchObject({ version: first.version + 1, updatedAt: before.updatedAt })
    expect(await tagsOn()).toEqual([offer, plain])
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(3)
    expect((await move(ana(), offer)).body).toMatchObject({ version: second.version })
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(3)
    const left = await call(ana(), 'DELETE', `/ticket-tags/${id}`)
    expect(left.body).toMatchObject({ ticket: { id, tags: [{ id: plain }] } })
    expect((await call(ana(), 'DELETE', `/ticket-tags/${id}`)).status).toBe(200)
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(4)
  })

  it('leave their lane for the one of tickets in none, which pages call lane0', async () => {
    await move(ana(), plain)
    await move(ana(), lanes[0] ?? 0)
    expect((await move(ana(), 'lane0')).body).toMatchObject({ id, tags: [{ id: plain }] })
    expect((await move(ana(), 'lane0')).status).toBe(200)
    for (const unknown of ['0', 'lane1', '01', '-1']) expect((await move(ana(), unknown)).status).toBe(400)
    expect(code(await move(stranger, 'lane0'))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await tagsOn()).toEqual([plain])
  })

  it('are in one lane, however many agents move them at once', async () => {
    const moves = Array.from({ length: 12 }, (_, index) =>
      move(index % 2 ? ana() : admin(), lanes[index % 2] ?? 0),
    )
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200))
    expect(await tagsOn()).toHaveLength(1)
  })

  it('are the company’s own: tickets and tags of another are not there', async () => {
    const [foreignTag] = (await seedTags(desk.ports, FOREIGN, [{ name: 'Retorno', color: '#00f' }])).values()
    const [back = 0] = lanes
    expect(code(await move(ana(), foreignTag ?? 0))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect(code(await move(ana(), 99_999))).toEqual([404, 'ERR_NO_TAG_FOUND'])
    expect(code(await move(stranger, back))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(code(await call(stranger, 'DELETE', `/ticket-tags/${id}`))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await tagsOn()).toEqual([])
    expect(await outbox(desk, 'ticketChanged')).toEqual([])
  })
})

describe('searching tickets', () => {
  const say = (number: string, name: string, body: string, company = COMPANY) =>
    deliver(
      desk,
      INBOUND_GROUP,
      received(desk, { number, name, body, company, remoteJid: `${number}@s.whatsapp.net` }),
    )
  const search = async (text: string) => {
    const { body } = await call(
      sessions[0],
      'GET',
      `/tickets?${new URLSearchParams({ searchParam: text, showAll: 'true' }).toString()}`,
    )
    return (body['tickets'] as TicketView[]).map(({ contact }) => contact.name).sort()
  }

  beforeAll(async () => {
    await say('5521988880001', 'Márcia Conceição', 'O boleto não chegou até hoje')
    await say('5521988880002', 'João Boleto', 'quero comprar')
    await say('5521988880003', 'Pedro', 'Chegou! obrigado 100%')
    await say('5521988880004', 'De fora', 'O boleto não chegou', FOREIGN)
  })

  it('finds words of messages by their beginning, without accents and case', async () => {
    expect(await search('BOLÉ')).toEqual(['João Boleto', 'Márcia Conceição'])
    expect(await search('nao cheg')).toEqual(['Márcia Conceição'])
    expect(await search('cheg')).toEqual(['Márcia Conceição', 'Pedro'])
    expect(await search('oleto')).toEqual(['João Boleto'])
  })

  it('answers the newest message with the words, and none for a contact', async () => {
    await say('5521988880001', 'Márcia Conceição', 'Segunda via do boleto, por favor')
    await say('5521988880001', 'Márcia Conceição', 'obrigada')
    const matchesOf = async (text: string) => {
      const { body } = await call(sessions[0], 'GET', `/tickets?showAll=true&searchParam=${text}`)
      return (body['matches'] as MessageMatch[]).map(({ text: found }) => found)
    }
    expect(await matchesOf('boleto')).toEqual(['Segunda via do boleto, por favor'])
    expect(await matchesOf('boleto nao')).toEqual(['O boleto não chegou até hoje'])
    expect(await matchesOf('conceicao')).toEqual([])
  })

  it('finds the contact by name and by number, however it is written', async () => {
    expect(await search('concei')).toEqual(['Márcia Conceição'])
    expect(await search('marcia conceicao')).toEqual(['Márcia Conceição'])
    for (const number of ['5521988880003', '21988880003', '988880003', '88880003', '+55 (21) 98888-0003'])
      expect(await search(number)).toEqual(['Pedro'])
  })

  it('takes wildcards, quotes and operators for what they are', async () => {
    for (const text of ['%', '_', "' ZZZ 1=1 --", '*', ':*', '&|!', '\\'])
      expect(await search(text)).toEqual([])
    expect(await search('obrigado 100%')).toEqual(['Pedro'])
  })

  it('never finds a word of another company or of a deleted message', async () => {
    expect(await search('fora')).toEqual([])
    const secret = received(desk, {
      number: '5521988880005',
      name: 'Arrependida',
      body: 'segredíssimo',
      waId: 'S1',
      remoteJid: 'z@s.whatsapp.net',
    })
    await deliver(desk, INBOUND_GROUP, secret)
    expect(await search('segred')).toEqual(['Arrependida'])
    await deliver(desk, INBOUND_GROUP, {
      ...received(desk),
      body: {
        $case: 'messageRevised',
        value: {
          connectionId: 1,
          remoteJid: 'z@s.whatsapp.net',
          participant: '',
          fromMe: false,
          waId: 'S1',
          otherJids: [],
          deleted: true,
          body: '',
        },
      },
    })
    expect(await search('segred')).toEqual([])
  })

  it('goes together with other filters', async () => {
    const { body } = await call(sessions[0], 'GET', '/tickets?searchParam=boleto&status=closed&showAll=true')
    expect(body['tickets']).toEqual([])
  })
})
