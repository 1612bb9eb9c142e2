import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'

import { companyId, queueId, userId, type UserId } from '@balcao/contracts'
import { CompanySnapshot, orderingKeys } from '@balcao/contracts/wire'
import { AppError, DAY, MINUTE, type Session } from '@balcao/kernel'
import { givenSession, testDatabase, fakeToken, waitFor, type TestDatabase } from '@balcao/testkit'
import type { Socket } from 'socket.io-client'

import { realtimeMigrations } from '../src/migrations'
import {
  A,
  B,
  buildContact,
  buildMessage,
  openDesk,
  queueRef,
  buildTicket,
  buildUser,
  userRef,
  type Client,
  type Desk,
} from './support'

let pg: TestDatabase
let desk: Desk
let answerCanView: (request: {
  companyId: number
  userId: number
  ticketId: number
}) => Promise<{ allowed: boolean }>
let lastUser = 0

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg, { tickets: { canViewTicket: (request) => answerCanView(request) } })
}, 60_000)
beforeEach(() => {
  answerCanView = ({ companyId: company, ticketId }) =>
    Promise.resolve({ allowed: company === A && ticketId === 99 })
})
afterAll(() => desk.close())

const given = (overrides: Partial<Session>): Promise<Session> =>
  givenSession(pg, 'realtime', { companyId: A, userId: userId((lastUser += 1)), ...overrides })

/** Everything received except presence. */
const heardBy = (client: Client) => client.heard.filter(({ payload }) => !isPresence(payload))
const isPresence = (payload: Record<string, unknown>) => {
  const { user } = payload
  return typeof user === 'object' && user !== null && 'online' in user
}
const listChannels = (client: Client) =>
  heardBy(client).map(({ name, payload }) => `${name} ${String(payload.action)}`)

/** Published last: when it arrives, all earlier rows have arrived, because the feed is ordered. */
const quiet = async (...clients: Client[]) => {
  const before = clients.map(({ heard }) => heard.filter(({ name }) => name.endsWith('-tag')).length)
  await desk.publish(A, 'tagDeleted', { tagId: 1_000 }, orderingKeys.tag(1_000))
  await waitFor(() =>
    clients.every(
      ({ heard }, index) => heard.filter(({ name }) => name.endsWith('-tag')).length > (before[index] ?? 0),
    ),
  )
}

const waitForRefusal = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    )
    socket.once('connect', () => reject(new Error('it was let in')))
  })

describe('a handshake', () => {
  it.each([
    ['without a token', {}, 'ERR_UNAUTHORIZED'],
    ['with a forged token', { auth: { token: 'test.x' } }, 'ERR_UNAUTHORIZED'],
    ['with a token that is not a text', { auth: { token: { $gt: '' } } }, 'ERR_UNAUTHORIZED'],
    ['with an old token', { auth: { token: 'expired' } }, 'ERR_SESSION_EXPIRED'],
    ['of an unknown user', { auth: { token: 'test.4711.1.0' } }, 'ERR_SESSION_OVER'],
  ])('%s is refused', async (_name, options, code) => {
    expect(await waitForRefusal(desk.open(options))).toBe(code)
  })

  it('with another company’s user id is refused', async () => {
    const ana = await given({})
    expect(await waitForRefusal(desk.open({ auth: { token: fakeToken({ ...ana, companyId: B }) } }))).toBe(
      'ERR_SESSION_OVER',
    )
  })

  it('of a company past its due date is refused', async () => {
    const late = await givenSession(pg, 'realtime', {
      companyId: companyId(8),
      userId: userId(800),
      dueAt: new Date(desk.ports.clock.now().getTime() - 2 * DAY),
    })
    expect(await waitForRefusal(desk.open({ auth: { token: fakeToken(late) } }))).toBe(
      'ERR_SUBSCRIPTION_EXPIRED',
    )
  })

  it('is let in by the query as well, over both transports', async () => {
    const ana = await given({})
    for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
      const client = await desk.connect(ana, { auth: {}, query: { token: fakeToken(ana) }, transports })
      expect(client.ready).toHaveLength(1)
    }
  })

  it('is refused to a page of another origin before anything is said, over both transports', async () => {
    const ana = await given({})
    for (const transports of [['websocket'], ['polling']]) {
      for (const origin of ['https://evil.example', 'null']) {
        await waitForRefusal(
          desk.open({ auth: { token: fakeToken(ana) }, transports, extraHeaders: { origin } }),
        )
      }
    }
    const client = await desk.connect(ana, { extraHeaders: { origin: 'https://desk.example.com' } })
    expect(client.ready).toHaveLength(1)
  })

  it('is refused to a polling page of another origin that learned a session id', async () => {
    const opened = await fetch(`${desk.url}/socket.io/?EIO=4&transport=polling`)
    const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string }
    const path = `${desk.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`
    const evil = await fetch(path, {
      method: 'POST',
      body: '40',
      headers: { origin: 'https://evil.example' },
    })
    expect(evil.status).toBe(400)
    expect((await fetch(path, { method: 'POST', body: '40' })).status).toBe(200)
  })
})

describe('a ticket that moves from one queue to another', () => {
  it('is lost by the old queue, told to the new one, and its messages follow', async () => {
    const vendas = await desk.connect(await given({ queueIds: [queueId(3)] }))
    const suporte = await desk.connect(await given({ queueIds: [queueId(4)] }))
    const noQueue = await desk.connect(await given({ allTicket: true }))
    const admin = await desk.connect(await given({ profile: 'admin', queueIds: [queueId(3)] }))
    await desk.publish(A, 'ticketChanged', {
      ticket: buildTicket(A, { queue: queueRef(3) }),
      previous: { status: 'pending', queueId: 0, userId: 0 },
    })
    const moved = buildTicket(A, { queue: queueRef(4), version: 2 })
    await desk.publish(A, 'ticketChanged', {
      ticket: moved,
      previous: { status: 'open', queueId: 3, userId: 0 },
    })
    await desk.publish(A, 'messageAppended', {
      message: buildMessage(A),
      ticket: moved,
      previous: { status: 'open', queueId: 4, userId: 0 },
    })
    await quiet(vendas, suporte, noQueue, admin)
    expect(listChannels(noQueue)).toEqual(['company-1-ticket delete', 'company-1-tag delete'])
    expect(listChannels(vendas)).toEqual([
      'company-1-ticket update',
      'company-1-ticket delete',
      'company-1-tag delete',
    ])
    expect(listChannels(suporte)).toEqual([
      'company-1-ticket update',
      'company-1-appMessage create',
      'company-1-tag delete',
    ])
    expect(listChannels(admin)).toEqual([
      'company-1-ticket update',
      'company-1-ticket update',
      'company-1-appMessage create',
      'company-1-tag delete',
    ])
  })

  it('is heard no more by a colleague who has it open', async () => {
    const vendas = await desk.connect(await given({ queueIds: [queueId(3)] }))
    expect(await vendas.ask('joinChatBox', '99')).toEqual({ ok: true })
    const ticket = buildTicket(A, { queue: queueRef(4), user: userRef(9_999) })
    await desk.publish(A, 'ticketChanged', { ticket, previous: { status: 'open', queueId: 3, userId: 0 } })
    await desk.publish(A, 'messageAppended', {
      message: buildMessage(A, { body: 'not yours' }),
      ticket,
      previous: { status: 'open', queueId: 4, userId: 9_999 },
    })
    await quiet(vendas)
    expect(listChannels(vendas)).toEqual(['company-1-ticket delete', 'company-1-tag delete'])
  })
})

describe('joinChatBox', () => {
  it('lets a peek hear a ticket that tickets allows, until it leaves', async () => {
    const supervisor = await desk.connect(await given({ profile: 'supervisor' }))
    const place = { status: 'open', queueId: 3, userId: 0 }
    await desk.publish(A, 'messageChanged', { message: buildMessage(A, { body: 'before' }), place })
    expect(await supervisor.ask('joinChatBox', 99)).toEqual({ ok: true })
    await desk.publish(A, 'messageChanged', { message: buildMessage(A), place })
    await waitFor(() => listChannels(supervisor).length === 1)
    expect(await supervisor.ask('leaveChatBox', 99)).toEqual({ ok: true })
    await desk.publish(A, 'messageChanged', { message: buildMessage(A), place })
    await quiet(supervisor)
    expect(listChannels(supervisor)).toEqual(['company-1-appMessage update', 'company-1-tag delete'])
  })

  it('answers a foreign ticket as one that does not exist', async () => {
    const agent = await desk.connect(await given({}))
    expect(await agent.ask('joinChatBox', 100)).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
    expect(await agent.ask('joinChatBox', 2_000_000_000)).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
  })

  it.each([['company:2:admins'], [{ id: 99 }], [null], [['99']], [-1], ['company-2-ticket']])(
    'refuses %p',
    async (wanted) => {
      const agent = await desk.connect(await given({}))
      expect(await agent.ask('joinChatBox', wanted)).toEqual({ ok: false, error: 'ERR_VALIDATION' })
    },
  )

  it('says when tickets cannot be asked, and hears nothing', async () => {
    answerCanView = () => Promise.reject(new AppError('ERR_UNAVAILABLE'))
    const agent = await desk.connect(await given({}))
    expect(await agent.ask('joinChatBox', 99)).toEqual({ ok: false, error: 'ERR_UNAVAILABLE' })
    await desk.publish(A, 'messageChanged', {
      message: buildMessage(A),
      place: { status: 'open', queueId: 3, userId: 0 },
    })
    await quiet(agent)
    expect(listChannels(agent)).toEqual(['company-1-tag delete'])
  })

  it('is undone by a leave that overtakes it', async () => {
    let allow: (answer: { allowed: boolean }) => void = () => undefined
    answerCanView = () => new Promise((resolve) => (allow = resolve))
    const agent = await desk.connect(await given({}))
    const joining = agent.ask('joinChatBox', 99)
    await agent.ask('leaveChatBox', 99)
    allow({ allowed: true })
    expect(await joining).toEqual({ ok: true })
    await desk.publish(A, 'messageChanged', {
      message: buildMessage(A),
      place: { status: 'open', queueId: 3, userId: 0 },
    })
    await quiet(agent)
    expect(listChannels(agent)).toEqual(['company-1-tag delete'])
  })

  it('is looked at again: who may not see the ticket any more hears it no more', async () => {
    const agent = await desk.connect(await given({ profile: 'supervisor' }))
    await agent.ask('joinChatBox', 99)
    answerCanView = () => Promise.resolve({ allowed: false })
    desk.ports.clock.advance(MINUTE)
    await desk.runJob('realtime.sessions')
    await desk.publish(A, 'messageChanged', {
      message: buildMessage(A),
      place: { status: 'open', queueId: 3, userId: 0 },
    })
    await quiet(agent)
    expect(listChannels(agent)).toEqual(['company-1-tag delete'])
  })
})

describe('the other events of the family', () => {
  it('are accepted: the rooms are right already', async () => {
    const agent = await desk.connect(await given({}))
    for (const name of ['joinNotification', 'leaveNotification', 'userStatus'])
      expect(await agent.ask(name)).toEqual({ ok: true })
    for (const name of ['joinTickets', 'leaveTickets']) {
      expect(await agent.ask(name, 'open')).toEqual({ ok: true })
      expect(await agent.ask(name, 'company:2:admins')).toEqual({ ok: false, error: 'ERR_VALIDATION' })
    }
  })
})

describe('two companies', () => {
  it('hear nothing of each other, whatever one of them asks for', async () => {
    const recorders = await Promise.all(
      (['admin', 'supervisor', 'user'] as const).map(async (profile, index) =>
        desk.connect(
          await givenSession(pg, 'realtime', {
            companyId: B,
            userId: userId(900 + index),
            profile,
            queueIds: [queueId(3)],
            allTicket: true,
          }),
        ),
      ),
    )
    // Their own presence event reaches them too.
    await waitFor(() => recorders.every(({ heard }) => heard.at(-1)?.payload.seq === recorders.length))
    for (const recorder of recorders) {
      for (const room of [
        'company:1',
        'company:1:admins',
        'company:1:queue:3',
        'company-1-ticket',
        99,
        '99',
      ]) {
        for (const name of ['joinChatBox', 'joinTickets', 'joinNotification', 'join', 'subscribe'])
          recorder.socket.emit(name, room)
      }
    }
    const admin = await desk.connect(await given({ profile: 'admin' }))
    recorders.forEach(({ heard }) => heard.splice(0))
    const ticket = buildTicket(A, { queue: queueRef(3), user: userRef(901) })
    await desk.publish(A, 'ticketChanged', {
      ticket,
      previous: { status: 'pending', queueId: 0, userId: 900 },
    })
    await desk.publish(A, 'messageAppended', {
      message: buildMessage(A),
      ticket,
      previous: { status: 'open', queueId: 3, userId: 901 },
    })
    await desk.publish(A, 'contactChanged', { contact: buildContact(A), created: true })
    await desk.publish(A, 'connectionSessionChanged', {
      connectionId: 1,
      name: 'x',
      status: 'qrcode',
      qrcode: 'CANARY',
      retries: 0,
      updatedAt: new Date(),
    })
    await desk.publish(A, 'settingChanged', { key: 'call', value: 'enabled' })
    await desk.publish(A, 'sessionTakenOver', { userId: 900, email: 'x@y.z', tokenVersion: 50 })
    await quiet(admin)
    expect(heardBy(admin)).toHaveLength(6)
    expect(recorders.map(({ heard }) => heard)).toEqual([[], [], []])
    expect(recorders.map(({ disconnected }) => disconnected)).toEqual([[], [], []])
  })
})

describe('a session', () => {
  it('that was opened elsewhere is told so and closed; the new one stays', async () => {
    const ana = await given({})
    const [first, tab] = [await desk.connect(ana), await desk.connect(ana)]
    const again = await givenSession(pg, 'realtime', { ...ana, tokenVersion: 1 })
    desk.ports.sessions.forget(ana.userId)
    const second = await desk.connect(again)
    const startedAt = performance.now()
    await desk.publish(
      A,
      'sessionTakenOver',
      { userId: ana.userId, email: 'ana@a.test', tokenVersion: 1 },
      orderingKeys.user(ana.userId),
    )
    for (const old of [first, tab]) {
      await waitFor(() => old.disconnected.length > 0)
      expect(old.heard.filter(({ name }) => name === 'company-1-auth').map(({ payload }) => payload)).toEqual(
        [
          {
            action: 'update',
            reason: 'takeover',
            user: { id: ana.userId, email: 'ana@a.test', companyId: A },
            seq: expect.any(Number) as number,
          },
        ],
      )
      expect(old.disconnected).toEqual(['io server disconnect'])
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await quiet(second)
    expect(listChannels(second)).toEqual(['company-1-tag delete'])
    expect(second.socket.connected).toBe(true)
  })

  it('that was logged out says so with its e-mail', async () => {
    const ana = await given({})
    const client = await desk.connect(ana)
    await desk.publish(A, 'sessionEnded', { userId: ana.userId, tokenVersion: 1 })
    await waitFor(() => client.disconnected.length > 0)
    expect(heardBy(client).at(-1)?.payload).toMatchObject({
      reason: 'logout',
      user: { id: ana.userId, email: `user${ana.userId}@example.test` },
    })
  })

  it('follows its user’s new rights at once, and is told ready again', async () => {
    const ana = await given({ queueIds: [queueId(3)] })
    const client = await desk.connect(ana)
    await desk.publish(
      A,
      'userChanged',
      { user: buildUser(ana, { queueIds: [4] }) },
      orderingKeys.user(ana.userId),
    )
    await desk.publish(A, 'ticketChanged', { ticket: buildTicket(A, { queue: queueRef(3) }) })
    await desk.publish(A, 'ticketChanged', { ticket: buildTicket(A, { id: 98, queue: queueRef(4) }) })
    await quiet(client)
    expect(listChannels(client)).toEqual([
      'company-1-user update',
      'company-1-ticket update',
      'company-1-tag delete',
    ])
    expect(client.ready.map(({ seq }) => seq)).toEqual([expect.any(Number), heardBy(client)[0]?.payload.seq])
    expect(heardBy(client)[0]?.payload['user']).toMatchObject({
      allTicket: 'desabled',
      queueIds: [4],
      queues: [{ id: 4 }],
    })
    // The directory has not received the event yet: the socket must not resolve before it has.
    await desk.runJob('realtime.sessions')
    expect(client.ready).toHaveLength(2)
  })

  /* Without presence events. */
  const changesHeard = (client: Client) =>
    client.heard.filter(
      ({ name, payload }) => name === 'company-1-user' && !/"online"/.test(JSON.stringify(payload)),
    )

  it('keeps its rights and its end when older events are replayed', async () => {
    const company = A
    const ana = await given({})
    const client = await desk.connect(ana)
    const user = (revision: number, profile: string) =>
      desk.publish(company, 'userChanged', { user: buildUser(ana, { revision, profile }) })
    const paidUntil = (revision: number, dueAt: Date | undefined) =>
      desk.publish(company, 'companyChanged', {
        company: CompanySnapshot.fromPartial({ id: company, active: true, revision, dueAt }),
      })
    await user(5, 'user')
    await user(4, 'admin')
    await paidUntil(7, undefined)
    await paidUntil(6, new Date(desk.ports.clock.now().getTime() - 3 * DAY))
    await desk.publish(company, 'connectionSessionChanged', {
      connectionId: 1,
      name: 'Loja',
      status: 'qrcode',
      qrcode: 'for administrators',
      retries: 0,
      updatedAt: new Date(),
    })
    await quiet(client)
    expect(JSON.stringify(client.heard)).not.toContain('for administrators')
    expect(client.disconnected).toEqual([])
    const shown = changesHeard(client)
    expect(shown.map(({ payload }) => payload['user'])).toEqual([
      expect.objectContaining({ profile: 'user' }),
    ])
  })

  it('hears nothing more of a deleted user, and of another company’s of the same number', async () => {
    const [ana, bia] = [await given({}), await given({})]
    const client = await desk.connect(ana)
    await desk.publish(A, 'userDeleted', { userId: bia.userId })
    await desk.publish(A, 'userChanged', { user: buildUser(bia, { revision: 9 }) })
    await desk.publish(B, 'userChanged', { user: buildUser(ana, { revision: 9, companyId: B }) })
    await desk.publish(A, 'userChanged', { user: buildUser(ana, { revision: 2 }) })
    await quiet(client)
    const shown = changesHeard(client)
    expect(shown.map(({ payload }) => payload.action)).toEqual(['delete', 'update'])
  })

  it.each([
    [
      'its user was deactivated',
      (id: UserId) =>
        desk.publish(A, 'userChanged', { user: buildUser({ ...anyone, userId: id }, { active: false }) }),
    ],
    ['its user was deleted', (id: UserId) => desk.publish(A, 'userDeleted', { userId: id })],
  ])('ends when %s', async (_name, act) => {
    const client = await desk.connect(await given({}))
    await act(userId(lastUser))
    await waitFor(() => client.disconnected.length > 0)
    expect(client.disconnected).toEqual(['io server disconnect'])
  })

  it('ends when its company is blocked or its time is over', async () => {
    const company = companyId(9)
    const ana = await givenSession(pg, 'realtime', { companyId: company, userId: userId(950) })
    for (const change of [
      { active: false },
      { active: true, dueAt: new Date(desk.ports.clock.now().getTime() - 3 * DAY) },
    ]) {
      const client = await desk.connect(ana)
      const snapshot = { id: company, name: 'C', email: '', phone: '', planId: 1, recurrence: '', ...change }
      await desk.publish(company, 'companyChanged', { company: snapshot as never })
      await waitFor(() => client.disconnected.length > 0)
    }
  })

  it('that ended unheard is found by the check', async () => {
    const ana = await given({})
    const client = await desk.connect(ana)
    await givenSession(pg, 'realtime', { ...ana, tokenVersion: 3 })
    desk.ports.sessions.forget(ana.userId)
    desk.ports.clock.advance(3_000)
    await desk.runJob('realtime.sessions')
    await waitFor(() => client.disconnected.length > 0)
  })
})

const anyone: Session = {
  userId: userId(1),
  companyId: A,
  name: 'x',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [],
  tokenVersion: 0,
  dueAt: null,
}

describe('presence', () => {
  it('is told once, survives a reload of the page, and ends some seconds after the last socket', async () => {
    const company = companyId(61)
    const admin = await desk.connect(
      await givenSession(pg, 'realtime', { companyId: company, userId: userId(6100), profile: 'admin' }),
    )
    const ana = await givenSession(pg, 'realtime', { companyId: company, userId: userId(6101) })
    const said = () =>
      admin.heard
        .filter(({ payload }) => (payload['user'] as { id: number }).id === 6101)
        .map(({ payload }) => (payload['user'] as { online: boolean }).online)
    const first = await desk.connect(ana)
    await waitFor(() => said().length === 1)
    first.socket.disconnect()
    await waitFor(async () => !(await desk.ports.presence.online(company)).includes(userId(6101)))
    const again = await desk.connect(ana)
    desk.ports.clock.advance(5_000)
    await desk.runJob('realtime.departures')
    expect(said()).toEqual([true])
    again.socket.disconnect()
    await waitFor(async () => !(await desk.ports.presence.online(company)).includes(userId(6101)))
    desk.ports.clock.advance(5_000)
    await waitFor(async () => {
      await desk.runJob('realtime.departures')
      return said().length === 2
    })
    expect(said()).toEqual([true, false])
  })

  it('of a process that was killed is ended by the sweep', async () => {
    const company = companyId(62)
    await pg.sql(
      'INSERT INTO realtime.announced_presence (company_id, user_id, announced_at) VALUES ($1, $2, now())',
      [company, 6201],
    )
    desk.ports.clock.advance(MINUTE)
    await desk.runJob('realtime.presence')
    expect(await pg.sql('SELECT channel FROM realtime.feed WHERE company_id = $1', [company])).toEqual([
      { channel: 'user' },
    ])
    await desk.runJob('realtime.presence')
    expect(await pg.sql('SELECT channel FROM realtime.feed WHERE company_id = $1', [company])).toHaveLength(1)
  })
})

describe('a hostile client', () => {
  it('that floods is closed', async () => {
    const client = await desk.connect(await given({}))
    for (let index = 0; index < 200; index += 1) client.socket.emit('joinNotification')
    await waitFor(() => client.disconnected.length > 0)
  })

  it('that sends more than a packet may hold is closed', async () => {
    const client = await desk.connect(await given({}))
    client.socket.emit('joinChatBox', 'x'.repeat(100_000))
    await waitFor(() => client.disconnected.length > 0)
  })

  it('that does not read is closed; the others hear everything', async () => {
    const company = companyId(71)
    const session = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: userId(7100),
      profile: 'admin',
    })
    const reader = await desk.connect(session)
    const opened: TcpSocket[] = []
    const note = (socket: TcpSocket) => opened.push(socket)
    desk.server.on('connection', note)
    const idle = await desk.connect(session)
    desk.server.off('connection', note)
    // Stop reading below the client library, so that the server's writes pile up.
    const engine = idle.socket.io.engine as unknown as {
      transport: { ws: { pause(): void; terminate(): void } }
    }
    engine.transport.ws.pause()
    const isClosed = () => opened.every(({ destroyed }) => destroyed)
    const big = 'x'.repeat(60_000)
    let published = 0
    while (!isClosed() && published < 400) {
      await desk.publish(company, 'messageAppended', {
        message: buildMessage(company, { body: big }),
        ticket: buildTicket(company),
      })
      published += 1
    }
    expect([opened.length, isClosed()]).toEqual([1, true])
    await waitFor(() => reader.heard.filter(({ name }) => name.endsWith('appMessage')).length === published)
    engine.transport.ws.terminate()
  })

  it('that sends broken packets is closed, and no other one', async () => {
    const bystander = await desk.connect(await given({}))
    const packets = [
      '4',
      '49',
      '4{',
      '40{"token":',
      '451-["x",{"_placeholder":true,"num":0}]',
      '42["__proto__"]',
      '42[]',
      '42[{}]',
      '42999999999999999999["joinChatBox",1]',
      '43["x"]',
      '41/nowhere,',
      '40/admin,{}',
      '42/nowhere,["x"]',
      '4599999-["x"]',
      '46',
      'b4AAAA',
      '1',
      '6',
      '\u0000',
      '42["joinChatBox",{"toString":null}]',
    ]
    const token = fakeToken(await given({}))
    for (const packet of packets) {
      const opened = await fetch(`${desk.url}/socket.io/?EIO=4&transport=polling`)
      const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string }
      const path = `${desk.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`
      await fetch(path, { method: 'POST', body: `40${JSON.stringify({ token })}` })
      await fetch(path, { method: 'POST', body: packet }).then((answer) => answer.text())
    }
    await rawUpgrades(desk.url)
    await quiet(bystander)
    expect(bystander.disconnected).toEqual([])
  })
})

/** Upgrades that are no WebSocket handshake. */
async function rawUpgrades(url: string): Promise<void> {
  const port = Number(new URL(url).port)
  for (const lines of [
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: x',
      'Upgrade: websocket',
      'Connection: Upgrade',
    ],
    [
      'GET /socket.io/?EIO=4&transport=websocket&sid=__proto__ HTTP/1.1',
      'Host: x',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: a',
    ],
    ['GET /socket.io/?EIO=99&transport[]=x HTTP/1.1', 'Host: x'],
  ]) {
    await new Promise<void>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n`))
      socket.on('data', () => undefined)
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
    })
  }
}
