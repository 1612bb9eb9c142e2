import type { TicketConflict } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import {
  clearOutbox,
  codeOf,
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

let desk: Rig
let call: Call
let vendas: number
let suporte: number
let foreignQueue: number
let admin: Session
let ana: Session
let bia: Session
let bruno: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  foreignQueue = await queue(desk, 'Fora', FOREIGN)
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  bia = await person(desk, { id: 3, name: 'Bia', queueIds: [vendas], allTicket: true })
  bruno = await person(desk, { id: 4, name: 'Bruno', queueIds: [suporte] })
  stranger = await person(desk, { id: 9, name: 'Stranger', profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 2)
  await connection(desk, 8, { company: FOREIGN, isDefault: true })
})

beforeEach(() => clearOutbox(desk))

const conflictOf = (answer: Answer): TicketConflict =>
  JSON.parse(String(answer.body['error'])) as TicketConflict
const put = (session: Session, id: number, body: unknown) => call(session, 'PUT', `/tickets/${id}`, body)

describe('accepting', () => {
  it('opens the ticket for the agent and tells where it stood', async () => {
    const id = await ticket(desk, { queueId: vendas })
    const answer = await put(ana, id, {
      status: 'open',
      userId: 2,
      queueId: vendas,
      expectedStatus: 'pending',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id,
      status: 'open',
      userId: 2,
      user: { id: 2, name: 'Ana' },
      queue: { name: 'Vendas' },
      version: 2,
    })
    const [changed] = await outbox(desk, 'ticketChanged')
    expect(changed?.ordering_key).toBe(`ticket:${id}`)
    expect(changed?.body['ticketChanged']).toMatchObject({
      previous: { status: 'pending', queueId: vendas },
      ticket: { user: { name: 'Ana' } },
    })
  })

  it('has exactly one winner among twenty, and every loser learns the name', async () => {
    const id = await ticket(desk, { queueId: vendas })
    const agents = [ana, bia]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const agent = agents[index % 2] ?? ana
        return put(agent, id, { status: 'open', userId: agent.userId, expectedStatus: 'pending' })
      }),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const winner = winners[0]?.body['user']
    const losers = answers.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(19)
    for (const loser of losers)
      expect(conflictOf(loser)).toMatchObject({
        code: 'ERR_OTHER_OPEN_TICKET',
        id,
        status: 'open',
        user: winner,
      })
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
  })

  it('loses without expectedStatus too, when it names oneself', async () => {
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: 2 })
    const answer = await put(bia, id, { status: 'open', userId: 3 })
    expect(answer.status).toBe(409)
    expect(conflictOf(answer)).toMatchObject({ user: { name: 'Ana' }, queue: { name: 'Vendas' } })
  })
})

describe('other moves', () => {
  it('give a ticket to a prompt or an integration of the company only', async () => {
    const make = async (session: Session, queueId: number) => {
      const { body } = await call(session, 'POST', '/prompt', {
        name: 'Atendente',
        prompt: 'Você atende.',
        queueId,
      })
      return Number(body['id'])
    }
    const [own, foreign] = [await make(admin, vendas), await make(stranger, foreignQueue)]
    const id = await ticket(desk, { queueId: vendas })
    for (const promptId of [foreign, 9_999])
      expect(codeOf(await put(ana, id, { promptId }))).toEqual([404, 'ERR_NO_PROMPT_FOUND'])
    for (const fields of [{ integrationId: 9_999 }, { status: 'open', userId: 2, integrationId: 9_999 }])
      expect(codeOf(await put(ana, id, fields))).toEqual([404, 'ERR_NO_DIALOG_FOUND'])
    expect((await put(ana, id, { promptId: own })).body).toMatchObject({ promptId: own })
    await desk.pg.sql('DELETE FROM tickets.prompts')
    // A whole answer is taken back though its prompt was deleted meanwhile.
    expect((await put(ana, id, { promptId: own, useIntegration: true })).status).toBe(200)
  })

  it('return, resolve and reopen', async () => {
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: 2, unread: 3 })
    expect((await put(ana, id, { status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: vendas,
    })
    expect(
      (
        await put(ana, id, {
          status: 'closed',
          userId: 2,
          queueId: vendas,
          useIntegration: false,
          promptId: null,
          integrationId: null,
        })
      ).body,
    ).toMatchObject({
      status: 'closed',
      userId: 2,
      queueId: vendas,
      unreadMessages: 0,
      closedAt: expect.any(String),
    })
    expect((await put(bia, id, { status: 'open', userId: 3, queueId: vendas })).body).toMatchObject({
      status: 'open',
      userId: 3,
      closedAt: null,
    })
  })

  it('transfer to an agent, to a queue, to a connection', async () => {
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: 2 })
    expect((await put(ana, id, { userId: 4, queueId: suporte, whatsappId: 2 })).body).toMatchObject({
      status: 'open',
      userId: 4,
      queueId: suporte,
      whatsappId: 2,
    })
    expect((await put(bruno, id, { queueId: vendas, status: 'pending', userId: null })).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: vendas,
    })
    expect((await put(bruno, id, { status: 'open' })).status).toBe(403)
  })

  it('refuse a target that is not there, and one of another company, in the same words', async () => {
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: 2 })
    const tries = [
      [{ userId: 9 }, { userId: 99_999 }, 404, 'ERR_NO_USER_FOUND'],
      [{ queueId: foreignQueue }, { queueId: 99_999 }, 404, 'ERR_QUEUE_NOT_FOUND'],
      [{ whatsappId: 8 }, { whatsappId: 99_999 }, 404, 'ERR_NO_WAPP_FOUND'],
    ] as const
    for (const [foreign, unknown, status, error] of tries) {
      const answers = [await put(ana, id, foreign), await put(ana, id, unknown)]
      for (const answer of answers) expect([answer.status, answer.body['error']]).toEqual([status, error])
    }
    expect(await outbox(desk)).toEqual([])
  })

  it('cannot reopen beside an unclosed one of the same contact', async () => {
    const contactId = await contactRow(desk, 'Dupla')
    const closed = await ticket(desk, { contactId, queueId: vendas, status: 'closed', userId: 2 })
    const other = await ticket(desk, { contactId, queueId: vendas, status: 'open', userId: 3 })
    const answer = await put(ana, closed, { status: 'open', userId: 2 })
    expect([answer.status, conflictOf(answer)]).toEqual([
      409,
      expect.objectContaining({ id: other, user: { id: 3, name: 'Bia' } }),
    ])
  })

  it('cannot move to a connection where the contact has another unclosed one', async () => {
    const contactId = await contactRow(desk, 'Duas linhas')
    const first = await ticket(desk, { contactId, queueId: vendas, status: 'open', userId: 2 })
    const second = await ticket(desk, { contactId, queueId: vendas, connectionId: 2 })
    expect(conflictOf(await put(ana, first, { whatsappId: 2 }))).toMatchObject({ id: second })
  })

  it('an agent who is deleted leaves open tickets waiting', async () => {
    const gone = await person(desk, { id: 55, queueIds: [vendas] })
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: gone.userId })
    const event = received(desk)
    await deliver(desk, 'tickets.users', { ...event, body: { $case: 'userDeleted', value: { userId: 55 } } })
    expect((await call(admin, 'GET', `/tickets/${id}`)).body).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: vendas,
    })
  })
})

describe('starting a ticket', () => {
  const post = (session: Session, body: unknown) => call(session, 'POST', '/tickets', body)

  it('opens it for the agent on the default connection', async () => {
    const contactId = await contactRow(desk, 'Nova')
    const answer = await post(ana, { contactId, queueId: vendas, status: 'open' })
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ status: 'open', userId: 2, queueId: vendas, whatsappId: 1, contactId }),
    ])
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
  })

  it("prefers the asked connection, then the agent's own", async () => {
    const own = await person(desk, { id: 60, queueIds: [vendas], connectionId: 2 })
    expect((await post(own, { contactId: await contactRow(desk, 'A'), queueId: vendas })).body).toMatchObject(
      { whatsappId: 2 },
    )
    expect(
      (await post(own, { contactId: await contactRow(desk, 'B'), queueId: vendas, whatsappId: 1 })).body,
    ).toMatchObject({ whatsappId: 1 })
  })

  it('has one winner among fifteen; the others get that ticket', async () => {
    const contactId = await contactRow(desk, 'Disputada')
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => post(ana, { contactId, queueId: vendas })),
    )
    const [winner, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    for (const loser of answers.filter(({ status }) => status !== 200)) {
      expect([loser.status, conflictOf(loser).id]).toEqual([409, winner?.body['id']])
    }
  })

  it('needs a queue of one’s own, except for administrators', async () => {
    const contactId = await contactRow(desk, 'Sem fila')
    expect((await post(ana, { contactId })).body).toMatchObject({ error: 'ERR_CREATING_TICKET' })
    expect((await post(ana, { contactId, queueId: suporte })).status).toBe(403)
    expect((await post(admin, { contactId })).body).toMatchObject({ status: 'open', queueId: null })
  })

  it('knows no foreign contact, queue, user or connection', async () => {
    const contactId = await contactRow(desk, 'Minha')
    const foreignContact = await contactRow(desk, 'Deles', FOREIGN)
    const codes = await Promise.all(
      [
        { contactId: foreignContact, queueId: vendas },
        { contactId, queueId: foreignQueue },
        { contactId, queueId: vendas, userId: 9 },
        { contactId, queueId: vendas, whatsappId: 8 },
      ].map(async (body) => (await post(ana, body)).body['error']),
    )
    expect(codes).toEqual([
      'ERR_NO_CONTACT_FOUND',
      'ERR_QUEUE_NOT_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
    ])
  })

  it('is told when no connection is up', async () => {
    const contactId = await contactRow(desk, 'Mudo')
    await desk.pg.sql(`UPDATE tickets.connections SET status = 'DISCONNECTED' WHERE company_id = $1`, [
      COMPANY,
    ])
    const answer = await post(ana, { contactId, queueId: vendas })
    await desk.pg.sql(`UPDATE tickets.connections SET status = 'CONNECTED' WHERE company_id = $1`, [COMPANY])
    expect(answer.body['error']).toBe('ERR_NO_DEF_WAPP_FOUND')
  })
})

describe('who may', () => {
  it('answers a foreign ticket and an unknown one alike, on every route', async () => {
    const foreign = await ticket(desk, { company: FOREIGN, connectionId: 8 })
    const uuid = async (id: number) =>
      (await desk.pg.sql<{ uuid: string }>('SELECT uuid FROM tickets.tickets WHERE id = $1', [id]))[0]?.uuid
    const routes: ((id: number) => Promise<Answer>)[] = [
      (id) => call(admin, 'GET', `/tickets/${id}`),
      (id) => put(admin, id, { status: 'open' }),
      (id) => call(admin, 'DELETE', `/tickets/${id}`),
      (id) => call(admin, 'POST', `/tickets/${id}/read`),
      (id) => call(admin, 'GET', `/messages/${id}`),
      (id) => call(admin, 'POST', `/messages/${id}`, { body: 'oi' }),
      (id) => call(admin, 'POST', '/tags/sync', { ticketId: id, tags: [] }),
      (id) => call(admin, 'POST', '/ticket-notes', { ticketId: id, contactId: 1, note: 'nota' }),
      (id) => call(admin, 'GET', `/ticket-notes/list?ticketId=${id}&contactId=1`),
    ]
    const strip = ({ status, text }: Answer) => [status, text.replace(/"requestId":"[^"]*"/, '')]
    for (const route of routes) {
      const theirs = strip(await route(foreign))
      expect(theirs).toEqual(strip(await route(99_999)))
      expect(theirs[0]).toBe(404)
    }
    const byUuid = await call(admin, 'GET', `/tickets/u/${await uuid(foreign)}`)
    expect([byUuid.status, byUuid.body['error']]).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect((await call(stranger, 'GET', `/tickets/${foreign}`)).status).toBe(200)
    expect(await outbox(desk)).toEqual([])
  })

  it('forbids a ticket of another queue on every route, and allows it to its own', async () => {
    const contactId = await contactRow(desk, 'De Suporte')
    const id = await ticket(desk, { contactId, queueId: suporte, status: 'open', userId: 4 })
    const routes: ((session: Session) => Promise<Answer>)[] = [
      (session) => call(session, 'GET', `/tickets/${id}`),
      (session) => call(session, 'GET', `/messages/${id}`),
      (session) => call(session, 'POST', `/tickets/${id}/read`),
      (session) => call(session, 'POST', `/messages/${id}`, { body: 'oi' }),
      (session) => call(session, 'POST', '/tags/sync', { ticketId: id, tags: [] }),
      (session) => call(session, 'POST', '/ticket-notes', { ticketId: id, contactId, note: 'nota' }),
      (session) => call(session, 'GET', `/ticket-notes/list?ticketId=${id}&contactId=${contactId}`),
      (session) => put(session, id, { status: 'open', userId: 4 }),
    ]
    for (const route of routes) {
      const refused = await route(ana)
      expect([refused.status, refused.body['error']]).toEqual([403, 'ERR_NO_PERMISSION'])
      expect((await route(bruno)).status).toBeLessThan(300)
    }
  })

  it('lets only administrators delete, with everything that hangs on it', async () => {
    const id = await ticket(desk, { queueId: vendas, status: 'open', userId: 2 })
    await call(ana, 'POST', `/messages/${id}`, { body: 'vai sumir' })
    expect((await call(ana, 'DELETE', `/tickets/${id}`)).status).toBe(403)
    await clearOutbox(desk)
    expect((await call(admin, 'DELETE', `/tickets/${id}`)).status).toBe(200)
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['ticketDeleted'])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.messages WHERE ticket_id = $1', [id])).toEqual([])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.erasures')).toHaveLength(1)
  })
})
