import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'

import { companyId, queueId, userId } from '@balcao/contracts'
import { AppError, DAY, MINUTE } from '@balcao/kernel'
import { givenSession, fakeToken, waitFor, testDatabase, type TestDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'
import { createSocketCalls, heardBy, listChannels, waitForRefusal } from './socket-rig'
import {
  A,
  B,
  buildContact,
  buildMessage,
  queueRef,
  buildTicket,
  buildUser,
  userRef,
  openDesk,
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

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg, { tickets: { canViewTicket: (request) => answerCanView(request) } })
})
beforeEach(() => {
  answerCanView = ({ companyId: company, ticketId }) =>
    Promise.resolve({ allowed: company === A && ticketId === 99 })
})
afterAll(() => desk.close())

const { given, quiet } = createSocketCalls(() => ({ pg, desk }))

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

  it('of an agent past the due date is refused', async () => {
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

describe('a crowd', () => {
  it('hears a burst in the order of the feed, each socket what it may see, over both transports', async () => {
    const vendas = { queueIds: [queueId(3)] }
    const polling = { transports: ['polling'] }
    const sellers = [
      await desk.connect(await given(vendas)),
      await desk.connect(await given(vendas), polling),
    ]
    const crowd = await Promise.all(
      Array.from({ length: 24 }, async () => desk.connect(await given({ profile: 'admin' }))),
    )
    const admins = [await desk.connect(await given({ profile: 'admin' }), polling), ...crowd]
    const queueIds = Array.from({ length: 30 }, (_, index) => 3 + (index % 2))
    await Promise.all(
      queueIds.map((id) =>
        desk.publish(A, 'messageChanged', {
          message: buildMessage(A, { body: `queue ${id}` }),
          place: { status: 'open', queueId: id, userId: 0 },
        }),
      ),
    )
    await quiet(...sellers, ...admins)
    const readMessages = (client: Client) =>
      client.heard.filter(({ name }) => name === 'company-1-appMessage').map(({ payload }) => payload)
    const [all = []] = admins.map(readMessages)
    const first = all[0]?.seq ?? 0
    expect(all.map(({ seq }) => seq)).toEqual(queueIds.map((_, index) => first + index))
    for (const client of admins) expect(readMessages(client)).toEqual(all)
    const sold = all.filter(({ message }) => JSON.stringify(message).includes('queue 3'))
    expect(sold).toHaveLength(15)
    for (const client of sellers) expect(readMessages(client)).toEqual(sold)
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

describe('viewers of a ticket', () => {
  const views = (client: Client) => client.viewed.map(({ user, state }) => `${user.name} ${state}`)
  const join = async (over: Parameters<typeof given>[0]) => {
    const client = await desk.connect(await given(over))
    expect(await client.ask('joinChatBox', 99)).toEqual({ ok: true })
    return client
  }

  it('hear of each other what they do, and when one leaves, is cut off or may not see it any more', async () => {
    const bia = await join({ name: 'Bia' })
    const ana = await join({ name: 'Ana' })
    expect(await ana.ask('viewTicket', 99, 'viewing')).toEqual({ ok: true })
    expect(await ana.ask('viewTicket', 99, 'typing')).toEqual({ ok: true })
    await ana.ask('leaveChatBox', 99)
    await waitFor(() => bia.viewed.length === 3)
    expect(views(bia)).toEqual(['Ana viewing', 'Ana typing', 'Ana left'])
    expect(ana.viewed).toEqual([])

    const caio = await join({ name: 'Caio' })
    await caio.ask('viewTicket', 99, 'viewing')
    caio.socket.io.engine.close()
    const dora = await join({ name: 'Dora', profile: 'supervisor' })
    await dora.ask('viewTicket', 99, 'viewing')
    await waitFor(() => views(bia).includes('Caio left'))
    const doraId = bia.viewed.at(-1)?.user.id
    answerCanView = ({ userId: user }) => Promise.resolve({ allowed: user !== doraId })
    desk.ports.clock.advance(MINUTE)
    await desk.runJob('realtime.sessions')
    await waitFor(() => views(bia).includes('Dora left'))
  })

  it('are told to nobody who has not the ticket open, and not of another company', async () => {
    answerCanView = ({ ticketId }) => Promise.resolve({ allowed: ticketId === 99 })
    const ana = await join({ name: 'Ana' })
    const stranger = await join({ companyId: companyId(9), name: 'Estranha' })
    const colleague = await desk.connect(await given({ profile: 'admin' }))
    const bia = await join({ name: 'Bia' })
    expect(await colleague.ask('viewTicket', 99, 'typing')).toEqual({
      ok: false,
      error: 'ERR_NO_TICKET_FOUND',
    })
    await stranger.ask('viewTicket', 99, 'typing')
    await ana.ask('viewTicket', 99, 'typing')
    await waitFor(() => bia.viewed.length === 1)
    await quiet(ana, bia, colleague)
    expect([views(bia), views(ana), views(stranger), views(colleague)]).toEqual([['Ana typing'], [], [], []])
  })

  it.each([[99, 'dancing'], [99], ['company:1:admins', 'viewing'], [null, 'viewing']])(
    'are no business of %p %p',
    async (...said) => {
      const ana = await join({ name: 'Ana' })
      expect(await ana.ask('viewTicket', ...said)).toEqual({ ok: false, error: 'ERR_VALIDATION' })
    },
  )
})

describe('joining notifications', () => {
  it('changes nothing: queues, unqueued tickets and all of them are heard by right, also after leaving', async () => {
    const sessions = await Promise.all([
      given({ profile: 'admin' }),
      given({ queueIds: [queueId(3)] }),
      given({ queueIds: [], allTicket: true }),
      given({ queueIds: [queueId(4)] }),
    ])
    const open = () => Promise.all(sessions.map((session) => desk.connect(session)))
    const [plain, joined, left] = [await open(), await open(), await open()]
    for (const client of [...joined, ...left])
      expect(await client.ask('joinNotification')).toEqual({ ok: true })
    for (const client of left) expect(await client.ask('leaveNotification')).toEqual({ ok: true })
    for (const queue of [queueRef(3), undefined])
      await desk.publish(A, 'messageAppended', {
        message: buildMessage(A),
        ticket: buildTicket(A, { status: 'pending', queue }),
        previous: undefined,
      })
    await quiet(...plain, ...joined, ...left)
    const queuesHeard = ({ heard }: Client) =>
      heard
        .filter(({ name }) => name === 'company-1-appMessage')
        .map(({ payload }) => (payload as unknown as { ticket: { queueId: number | null } }).ticket.queueId)
    for (const clients of [plain, joined, left])
      expect(clients.map(queuesHeard)).toEqual([[3, null], [3], [null], []])
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

describe('a list of tickets by status', () => {
  const pending = { status: 'pending', queueId: 3, userId: 0 }
  const change = (status: string, previous: typeof pending) =>
    desk.publish(A, 'ticketChanged', {
      ticket: buildTicket(A, { status, queue: queueRef(3), user: userRef(900) }),
      previous,
    })
  const said = (client: Client) =>
    heardBy(client)
      .filter(({ name }) => name === 'company-1-ticket')
      .map(({ payload }) => payload.action)
  const open = async (queue: number) => desk.connect(await given({ queueIds: [queueId(queue)] }))

  it('that was joined loses a ticket that gets another status, before the update', async () => {
    const [joined, plain, left, stranger] = [await open(3), await open(3), await open(3), await open(4)]
    for (const client of [joined, left, stranger])
      expect(await client.ask('joinTickets', 'pending')).toEqual({ ok: true })
    expect(await left.ask('leaveTickets', 'pending')).toEqual({ ok: true })
    expect(await joined.ask('joinTickets', 'anything')).toEqual({ ok: false, error: 'ERR_VALIDATION' })
    await change('open', pending)
    await quiet(joined, plain, left, stranger)
    expect([joined, plain, left, stranger].map(said)).toEqual([
      ['delete', 'update'],
      ['update'],
      ['update'],
      [],
    ])
  })

  it('keeps a ticket that the user has open and that is accepted, not one that is closed', async () => {
    const viewer = await open(3)
    for (const status of ['pending', 'open']) await viewer.ask('joinTickets', status)
    expect(await viewer.ask('joinChatBox', 99)).toEqual({ ok: true })
    await change('open', pending)
    await change('closed', { status: 'open', queueId: 3, userId: 900 })
    await quiet(viewer)
    expect(said(viewer)).toEqual(['update', 'delete', 'update'])
  })

  it('of the former user loses a ticket that is transferred', async () => {
    const ana = await given({ queueIds: [queueId(3)] })
    const [former, colleague] = [await desk.connect(ana), await open(3)]
    for (const client of [former, colleague]) await client.ask('joinTickets', 'open')
    await change('open', { status: 'open', queueId: 3, userId: ana.userId })
    await quiet(former, colleague)
    expect([former, colleague].map(said)).toEqual([['delete', 'update'], ['update']])
  })

  it('follows new rights', async () => {
    const ana = await given({ queueIds: [queueId(4)] })
    const client = await desk.connect(ana)
    await client.ask('joinTickets', 'pending')
    await desk.publish(A, 'userChanged', { user: buildUser(ana, { queueIds: [3], revision: 5 }) })
    await change('open', pending)
    await quiet(client)
    expect(said(client)).toEqual(['delete', 'update'])
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
      transport: { ws: { pause(): void; terminate(): void; _socket: TcpSocket } }
    }
    engine.transport.ws.pause()
    // Clients of other tests may connect again meanwhile.
    const { localPort } = engine.transport.ws._socket
    const own = opened.find(({ remotePort }) => remotePort === localPort)!
    const isClosed = () => own.destroyed
    const big = 'x'.repeat(60_000)
    let published = 0
    while (!isClosed() && published < 400) {
      await desk.publish(company, 'messageAppended', {
        message: buildMessage(company, { body: big }),
        ticket: buildTicket(company),
      })
      published += 1
    }
    expect(isClosed()).toBe(true)
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
