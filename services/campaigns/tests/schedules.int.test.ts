import { userId, type ScheduleView } from '@balcao/contracts'
import { deskEvent, ContactSnapshot, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, HOUR, type Session } from '@balcao/kernel'
import { findTableDrift } from '@balcao/platform'
import {
  readOutbox,
  fixedClock,
  givenSession,
  testDatabase,
  waitFor,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import { PgScheduleStore, tables } from '../src/adapters/postgres'
import { campaignsMigrations } from '../src/migrations'
import { A, B, fakeTickets, listen, openDesk, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let ana: Session
let bia: Session
let admin: Session
let stranger: Session

beforeAll(async () => {
  pg = await testDatabase([campaignsMigrations])
  ana = await givenSession(pg, 'campaigns', { companyId: A, userId: userId(1), name: 'Ana' })
  bia = await givenSession(pg, 'campaigns', { companyId: A, userId: userId(2), name: 'Bia' })
  admin = await givenSession(pg, 'campaigns', {
    companyId: A,
    userId: userId(4),
    name: 'Davi',
    profile: 'admin',
  })
  stranger = await givenSession(pg, 'campaigns', {
    companyId: B,
    userId: userId(3),
    name: 'Eva',
    profile: 'admin',
  })
}, 60_000)
beforeEach(async () => {
  await pg.sql('TRUNCATE campaigns.schedules, campaigns.outbox RESTART IDENTITY')
  desk = openDesk(pg)
  http = await listen(desk.service)
})
afterEach(() => http.close())

/** 15:00 UTC by the fixed clock. */
const inMinutes = (minutes: number) =>
  new Date(desk.ports.clock.now().getTime() + minutes * 60_000).toISOString()
const buildInput = (over: object = {}) => ({
  body: 'Olá {{firstName}}, {{ms}}!',
  sendAt: inMinutes(1),
  contactId: 5,
  ...over,
})

async function create(session = ana, over: object = {}): Promise<ScheduleView> {
  const { status, body } = await http.ask(session, 'POST', '/schedules', buildInput(over))
  expect(status).toBe(200)
  return body as unknown as ScheduleView
}
const readState = async (id: number) =>
  (await pg.sql<{ state: string }>('SELECT state FROM campaigns.schedules WHERE id = $1', [id]))[0]?.state
const said = async () =>
  (await readOutbox(pg, 'campaigns')).map(({ body }) =>
    body.$case === 'scheduleChanged'
      ? `${body.value.created ? 'created' : 'changed'} ${body.value.schedule?.status}`
      : body.$case,
  )

it.each(tables.map((table) => [table.name, table] as const))(
  'has %s as its map says',
  async (_name, table) => {
    expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, table))).toEqual([])
  },
)

describe('/schedules', () => {
  it('keeps a message for later, of the caller, and says so', async () => {
    const schedule = await create(ana, { userId: 2, companyId: 2 })
    expect(schedule).toMatchObject({
      body: 'Olá {{firstName}}, {{ms}}!',
      status: 'PENDENTE',
      sentAt: null,
      failure: null,
      media: null,
      contact: { id: 5, name: 'Carla Souza' },
      user: { id: 1, name: 'Ana' },
      companyId: 1,
      sendAt: inMinutes(1),
    })
    expect((await http.ask(bia, 'GET', `/schedules/${schedule.id}`)).body).toEqual(schedule)
    expect(await said()).toEqual(['created PENDENTE'])
  })

  it('takes a time without an offset as São Paulo’s', async () => {
    expect((await create(ana, { sendAt: '2026-11-21 09:30' })).sendAt).toBe('2026-11-21T12:30:00.000Z')
  })

  it('changes and deletes what was not sent', async () => {
    const { id } = await create()
    const changed = await http.ask(
      ana,
      'PUT',
      `/schedules/${id}`,
      buildInput({ body: 'Outro texto', contactId: 6 }),
    )
    expect(changed.body).toMatchObject({
      body: 'Outro texto',
      contact: { id: 6, name: 'João' },
      user: { id: 1, name: 'Ana' },
    })
    expect(await http.ask(bia, 'DELETE', `/schedules/${id}`)).toEqual({
      status: 200,
      body: { message: 'Schedule deleted' },
    })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).status).toBe(404)
    expect(await said()).toEqual(['created PENDENTE', 'changed PENDENTE', 'scheduleDeleted'])
  })

  it('is changed by its author and administrators only: it is sent with the author’s rights', async () => {
    const { id } = await create()
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
    const attempts: [string, string, object | undefined][] = [
      ['PUT', `/schedules/${id}`, buildInput({ body: 'Outro texto' })],
      ['POST', `/schedules/${id}/media-upload`, form],
      ['DELETE', `/schedules/${id}/media-upload`, undefined],
    ]
    const before = (await http.ask(ana, 'GET', `/schedules/${id}`)).body
    for (const [method, path, body] of attempts)
      expect(await http.ask(bia, method, path, body)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toEqual(before)
    for (const [method, path, body] of attempts)
      expect((await http.ask(admin, method, path, body)).status).toBe(200)
  })

  it('refuses to change what was sent, and lets it be deleted', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    await desk.send()
    expect(await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput())).toMatchObject({
      status: 409,
      body: { error: 'ERR_SCHEDULE_ALREADY_SENT' },
    })
    expect((await http.ask(ana, 'DELETE', `/schedules/${id}`)).status).toBe(200)
  })

  it('lists by time, 20 a page, with filters', async () => {
    for (let index = 0; index < 23; index += 1)
      await create(index % 2 ? ana : bia, { sendAt: inMinutes(100 - index), contactId: index === 0 ? 6 : 5 })
    const first = (await http.ask(ana, 'GET', '/schedules?pageNumber=1')).body as unknown as {
      schedules: ScheduleView[]
      count: number
      hasMore: boolean
    }
    expect([first.schedules.length, first.count, first.hasMore]).toEqual([20, 23, true])
    const times = first.schedules.map(({ sendAt }) => sendAt)
    expect(times).toEqual([...times].sort())
    expect((await http.ask(ana, 'GET', '/schedules?pageNumber=2')).body).toMatchObject({
      count: 23,
      hasMore: false,
    })
    expect((await http.ask(ana, 'GET', '/schedules?contactId=6')).body).toMatchObject({ count: 1 })
    expect((await http.ask(ana, 'GET', '/schedules?userId=1')).body).toMatchObject({ count: 11 })
  })

  it('finds words without their accents, and takes wildcards literally', async () => {
    await create(ana, { body: 'Promoção de 100%', contactId: 6 })
    await create(ana, { body: 'Nada_aqui' })
    const found = async (search: string) =>
      (await http.ask(ana, 'GET', `/schedules?searchParam=${encodeURIComponent(search)}`)).body['count']
    expect(
      await Promise.all(['promocao', 'JOAO', '100%', '%', '_', 'a_a', '\\', "'; --"].map(found)),
    ).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })

  it.each([
    ['an empty text', { body: '    ' }],
    ['a text that is too short', { body: 'abcd' }],
    ['a time that does not exist', { sendAt: '2026-02-31 10:00' }],
    ['no time', { sendAt: null }],
    ['an operator as contact', { contactId: { $gt: 0 } }],
    ['a NUL', { body: 'hello\u0000' }],
    ['an unknown field', { evil: 1 }],
  ])('refuses %s', async (_name, over) => {
    expect(await http.ask(ana, 'POST', '/schedules', buildInput(over))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect(await said()).toEqual([])
  })

  it('needs a session and the plan’s flag', async () => {
    expect((await http.ask(undefined, 'GET', '/schedules')).status).toBe(401)
    desk.billing.useSchedules = false
    expect(await http.ask(ana, 'GET', '/schedules')).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE_DISABLED' },
    })
  })
})

describe('another company', () => {
  it('meets a schedule as one that does not exist, whatever it tries', async () => {
    const { id } = await create()
    for (const [method, suffix, body] of [
      ['GET', '', undefined],
      ['PUT', '', buildInput({ contactId: 7 })],
      ['DELETE', '', undefined],
      ['DELETE', '/media-upload', undefined],
    ] as const) {
      const foreign = await http.ask(stranger, method, `/schedules/${id}${suffix}`, body)
      const unknown = await http.ask(stranger, method, `/schedules/4711${suffix}`, body)
      expect(foreign).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } })
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    expect((await http.ask(stranger, 'GET', '/schedules')).body).toEqual({
      schedules: [],
      count: 0,
      hasMore: false,
    })
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).status).toBe(200)
  })

  it('cannot write to a contact of ours', async () => {
    expect(await http.ask(stranger, 'POST', '/schedules', buildInput())).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
    expect(await http.ask(stranger, 'POST', '/schedules', buildInput({ contactId: 4711 }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
  })

  it('finds no row in the store', async () => {
    const { id } = await create()
    const schedules = new PgScheduleStore()
    const rows = await desk.ports.db.withTenant(B, async (tx) => [
      await schedules.find(tx, A, id as never),
      await schedules.lock(tx, B, id as never),
    ])
    expect(rows).toEqual([undefined, undefined])
  })
})

describe('a schedule that is due', () => {
  it('goes out once, in the campaigns’ lane, with its variables filled in', async () => {
    const { id, sendAt } = await create()
    await desk.send()
    expect(desk.tickets.calls).toEqual([])
    desk.ports.clock.advance(60_000)
    expect(await desk.service.pending?.()).toEqual([`campaigns.schedules: schedule ${id} is due`])
    await desk.send()
    await desk.send()
    expect(desk.tickets.calls).toEqual([
      {
        companyId: 1,
        clientKey: `schedule:${id}:${sendAt}`,
        connectionId: 0,
        contactId: 5,
        number: '',
        body: 'Olá Carla, Boa tarde!',
        medias: [],
        lane: 'OUTBOUND_LANE_CAMPAIGN',
        userId: 1,
        closeTicket: false,
        senderName: 'Ana',
      },
    ])
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      status: 'ENVIADA',
      sentAt: desk.ports.clock.now().toISOString(),
    })
    expect(await said()).toEqual(['created PENDENTE', 'changed ENVIADA'])
    expect(await desk.service.pending?.()).toEqual([])
  })

  it('goes out late after a downtime, in order, more than a page of them', async () => {
    for (let index = 0; index < 130; index += 1)
      await create(ana, { sendAt: inMinutes(130 - index), body: `text ${index}` })
    desk.ports.clock.advance(48 * HOUR)
    await desk.send()
    expect([...desk.tickets.sent.values()].map(({ body }) => body)).toEqual(
      Array.from({ length: 130 }, (_value, index) => `text ${129 - index}`),
    )
  })

  it('is tried again under the same key while tickets is away, and does not hold up the others', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-2) })
    desk.tickets.failure = new AppError('ERR_DEADLINE')
    await desk.send()
    await desk.send()
    expect(desk.tickets.calls).toHaveLength(1)
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({ status: 'PENDENTE' })
    expect((await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput())).status).toBe(409)
    desk.tickets.failure = undefined
    await create(ana, { sendAt: inMinutes(-1) })
    await desk.send()
    expect(desk.tickets.sent.size).toBe(1)
    desk.ports.clock.advance(2_000)
    await desk.send()
    expect(desk.tickets.sent.size).toBe(2)
    expect(new Set(desk.tickets.calls.map(({ clientKey }) => clientKey)).size).toBe(2)
    expect(await readState(id)).toBe('ENVIADA')
  })

  it('waits for a session, may be changed meanwhile, and goes out when one is up', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    desk.tickets.failure = new AppError('ERR_NO_DEF_WAPP_FOUND')
    await desk.send()
    expect(
      (await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput({ sendAt: inMinutes(0) }))).status,
    ).toBe(200)
    await desk.send()
    desk.tickets.failure = undefined
    desk.ports.clock.advance(2_000)
    await desk.send()
    expect(desk.tickets.sent.size).toBe(1)
    expect(await said()).toEqual(['created PENDENTE', 'changed PENDENTE', 'changed ENVIADA'])
  })

  it('ends in ERRO with the reason when it can never go out, and may be repaired', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    desk.tickets.failure = new AppError('ERR_WAPP_INVALID_CONTACT')
    await desk.send()
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      status: 'ERRO',
      failure: 'ERR_WAPP_INVALID_CONTACT',
    })
    desk.tickets.failure = undefined
    await desk.send()
    expect(desk.tickets.sent.size).toBe(0)
    await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput({ sendAt: inMinutes(0) }))
    await desk.send()
    expect(await said()).toEqual(['created PENDENTE', 'changed ERRO', 'changed PENDENTE', 'changed ENVIADA'])
  })

  it('ends in ERRO when its author may not write into the contact’s ticket', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    desk.tickets.failure = new AppError('ERR_NO_PERMISSION')
    await desk.send()
    await desk.send()
    expect(desk.tickets.calls.map(({ userId: author }) => author)).toEqual([ana.userId])
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      status: 'ERRO',
      failure: 'ERR_NO_PERMISSION',
    })
  })

  it.each([
    [
      'whose plan lost its schedules',
      (target: Desk) => (target.billing.useSchedules = false),
      'ERR_PLAN_FEATURE_DISABLED',
    ],
    [
      'whose company’s time is over',
      (target: Desk) => (target.billing.dueAt = new Date(0)),
      'ERR_SUBSCRIPTION_EXPIRED',
    ],
  ])('%s does not go out', async (_name, act, failure) => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    act(desk)
    await desk.send()
    expect(desk.tickets.calls).toEqual([])
    expect((await pg.sql('SELECT state, failure FROM campaigns.schedules WHERE id = $1', [id]))[0]).toEqual({
      state: 'ERRO',
      failure,
    })
  })

  it('does not go out when it was deleted or moved just before', async () => {
    const [gone, moved] = [await create(), await create()]
    await http.ask(ana, 'DELETE', `/schedules/${gone.id}`)
    await http.ask(ana, 'PUT', `/schedules/${moved.id}`, buildInput({ sendAt: inMinutes(60) }))
    desk.ports.clock.advance(60_000)
    await desk.send()
    expect(desk.tickets.calls).toEqual([])
  })

  it('refuses to be changed or deleted while it is handed over', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
    let goOn: () => void = () => undefined
    desk.tickets.before = () => new Promise((resolve) => (goOn = resolve))
    const sending = desk.send()
    await waitFor(() => desk.tickets.calls.length === 1)
    expect((await http.ask(ana, 'PUT', `/schedules/${id}`, buildInput())).status).toBe(409)
    expect((await http.ask(ana, 'DELETE', `/schedules/${id}`)).status).toBe(409)
    goOn()
    await sending
    expect(await readState(id)).toBe('ENVIADA')
  })

  it('survives a race of edits, deletes and two senders without a second message', async () => {
    const tickets = fakeTickets()
    const desks = [
      openDesk(pg, { tickets, clock: desk.ports.clock }),
      openDesk(pg, { tickets, clock: desk.ports.clock }),
    ]
    const schedules = await Promise.all(
      Array.from({ length: 12 }, () => create(ana, { sendAt: inMinutes(0) })),
    )
    const edits = schedules.map(({ id }, index) =>
      index % 3 === 0
        ? http.ask(ana, 'DELETE', `/schedules/${id}`)
        : http.ask(ana, 'PUT', `/schedules/${id}`, buildInput({ sendAt: inMinutes(0), body: 'edited' })),
    )
    await Promise.all([...desks.map((target) => target.send()), ...edits])
    for (const target of desks) await target.send()
    const rows = await pg.sql<{ id: number; state: string; body: string; send_at: Date }>(
      'SELECT id, state, body, send_at FROM campaigns.schedules',
    )
    for (const row of rows) {
      expect(row.state).toBe('ENVIADA')
      expect(
        tickets.sent
          .get(`schedule:${row.id}:${row.send_at.toISOString()}`)
          ?.body.startsWith(row.body.slice(0, 3)),
      ).toBe(true)
    }
    expect(tickets.sent.size).toBeLessThanOrEqual(schedules.length)
  })
})

/** A process that dies at its n-th await: before the call is made, or after it was carried out. */
function dyingPorts(
  ports: TestPorts,
  dieAt: number,
  moment: 'before' | 'after',
): { ports: TestPorts; isDead: () => boolean } {
  let waits = 0
  let isDead = false
  const never = new Promise<never>(() => undefined)
  const mortal =
    <P extends unknown[], R>(call: (...args: P) => Promise<R>) =>
    async (...args: P): Promise<R> => {
      waits += 1
      const dies = waits === dieAt
      if (isDead || (dies && moment === 'before')) {
        isDead = true
        return never
      }
      const result = await call(...args)
      if (!dies) return result
      isDead = true
      return never
    }
  const { db, sessions, rpc } = ports
  return {
    isDead: () => isDead,
    ports: {
      ...ports,
      db: Object.assign(Object.create(db) as typeof db, {
        withTenant: mortal(db.withTenant.bind(db) as never),
        asPlatform: mortal(db.asPlatform.bind(db) as never),
      }),
      sessions: { ...sessions, users: mortal(sessions.users.bind(sessions)) },
      rpc: {
        ...rpc,
        billing: {
          ...rpc.billing,
          getEntitlements: mortal((request) => rpc.billing.getEntitlements(request)),
        },
        tickets: {
          ...rpc.tickets,
          sendToContact: mortal((request, options) => rpc.tickets.sendToContact(request, options)),
        },
      },
    },
  }
}

describe('a process that is killed around the time', () => {
  const deaths = Array.from({ length: 7 }, (_value, index) =>
    (['before', 'after'] as const).map((moment) => [moment, index + 1] as const),
  ).flat()

  it.each(deaths)('%s its wait %i sends one message all the same', async (moment, dieAt) => {
    const clock = fixedClock()
    const tickets = fakeTickets()
    const { id } = await create(ana, { sendAt: inMinutes(0) })
    let mortal: ReturnType<typeof dyingPorts> | undefined
    const dying = openDesk(pg, {
      clock,
      tickets,
      wrap: (ports) => (mortal = dyingPorts(ports, dieAt, moment)).ports,
    })
    let isOver = false
    void dying.send().finally(() => (isOver = true))
    await waitFor(() => mortal?.isDead() === true || isOver)
    clock.advance(1_000)
    const next = openDesk(pg, { clock, tickets })
    await next.send()
    expect(await readState(id)).toBe('ENVIADA')
    expect(tickets.sent.size).toBe(1)
    expect(new Set(tickets.calls.map(({ clientKey }) => clientKey)).size).toBe(1)
    expect((await said()).filter((text) => text === 'changed ENVIADA')).toHaveLength(1)
  })
})

describe('a contact', () => {
  const deliver = async (event: DeskEvent) => {
    for (const { handle } of desk.service.consumers) await handle({ event, attempt: 1 })
  }
  const changed = (id: number, name: string, company = A, updatedAt?: Date) =>
    deskEvent(desk.ports, company, `contact:${id}`, 'contactChanged', {
      contact: ContactSnapshot.fromPartial({ id, companyId: company, name, updatedAt }),
      created: false,
    }) as unknown as DeskEvent

  it('that is renamed is renamed in its schedules, once', async () => {
    const { id } = await create()
    await create(ana, { contactId: 6 })
    const event = changed(5, 'Carla Nova')
    await deliver(event)
    await deliver(event)
    await deliver(changed(5, 'Carla Nova'))
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      contact: { name: 'Carla Nova' },
    })
    expect((await http.ask(ana, 'GET', '/schedules?searchParam=nova')).body).toMatchObject({ count: 1 })
    expect(await said()).toEqual(['created PENDENTE', 'created PENDENTE', 'changed PENDENTE'])
  })

  it('keeps its newer name when older events are replayed, also after one that did not rename it', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
    const { id } = await create()
    const name = async () =>
      ((await http.ask(ana, 'GET', `/schedules/${id}`)).body as { contact: { name: string } }).contact.name
    await deliver(changed(5, 'Carla Nova', A, at(10)))
    await deliver(changed(5, 'Carla Velha', A, at(5)))
    expect(await name()).toBe('Carla Nova')
    await deliver(changed(5, 'Carla Nova', A, at(30)))
    await deliver(changed(5, 'Carla do Meio', A, at(20)))
    await deliver(changed(5, 'De outra empresa', B, at(40)))
    expect(await name()).toBe('Carla Nova')
    await deliver(changed(5, 'Carla Novíssima', A, at(30)))
    expect(await name()).toBe('Carla Novíssima')
  })

  it('that is deleted takes its schedules along, sent or not', async () => {
    const [sent, open, other] = [
      await create(ana, { sendAt: inMinutes(-1) }),
      await create(),
      await create(ana, { contactId: 6 }),
    ]
    await desk.send()
    await deliver(
      deskEvent(desk.ports, A, 'contact:5', 'contactDeleted', { contactId: 5 }) as unknown as DeskEvent,
    )
    expect(await Promise.all([sent, open, other].map(({ id }) => readState(id)))).toEqual([
      undefined,
      undefined,
      'PENDENTE',
    ])
    expect((await said()).at(-1)).toBe('scheduleDeleted')
  })

  it('of another company changes nothing of ours', async () => {
    const { id } = await create()
    await deliver(changed(5, 'Evil', B))
    await deliver(
      deskEvent(desk.ports, B, 'contact:5', 'contactDeleted', { contactId: 5 }) as unknown as DeskEvent,
    )
    expect((await http.ask(ana, 'GET', `/schedules/${id}`)).body).toMatchObject({
      contact: { name: 'Carla Souza' },
    })
  })
})

describe('a file', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = () => {
    const data = new FormData()
    data.append('file', new Blob([png], { type: 'text/html' }), '../../x.png')
    return data
  }

  it('is attached, sent along by its key, and taken off', async () => {
    const { id } = await create()
    const attached = await http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())
    expect(attached).toMatchObject({
      status: 200,
      body: { media: { name: 'x.png', mimeType: 'image/png', sizeBytes: png.length } },
    })
    desk.ports.clock.advance(60_000)
    await desk.send()
    expect(desk.tickets.calls[0]?.medias).toMatchObject([
      {
        key: expect.stringMatching(/^companies\/1\/2026\/11\/[0-9a-f]{32}\.png$/) as string,
        mimeType: 'image/png',
      },
    ])
    expect((await http.ask(ana, 'DELETE', `/schedules/${id}/media-upload`)).status).toBe(409)
    const other = await create()
    await http.ask(ana, 'POST', `/schedules/${other.id}/media-upload`, form())
    expect((await http.ask(ana, 'DELETE', `/schedules/${other.id}/media-upload`)).body).toMatchObject({
      media: null,
    })
  })

  it('is not kept for a message that was sent already', async () => {
    const { id } = await create()
    desk.ports.clock.advance(60_000)
    await desk.send()
    const { blobs } = desk.ports
    const put = blobs.put.bind(blobs)
    const keys: string[] = []
    blobs.put = (key, ...rest) => {
      keys.push(key)
      return put(key, ...rest)
    }
    expect((await http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())).status).toBe(409)
    blobs.put = put
    expect(keys).toHaveLength(1)
    expect(await blobs.info(keys[0] ?? '')).toBeUndefined()
  })

  it('that a death left before its schedule was saved goes after a day, and no schedule’s', async () => {
    const { id } = await create()
    const { blobs } = desk.ports
    const { put, delete: remove } = blobs
    const keys: string[] = []
    let isKilled = true
    blobs.put = async (key, ...rest) => {
      keys.push(key)
      const info = await put.call(blobs, key, ...rest)
      if (isKilled) throw new Error('killed')
      return info
    }
    blobs.delete = () => Promise.reject(new Error('killed'))
    const attach = () => http.ask(ana, 'POST', `/schedules/${id}/media-upload`, form())
    expect((await attach()).status).toBe(500)
    blobs.delete = remove
    isKilled = false
    expect((await attach()).status).toBe(200)

    const sweep = desk.service.jobs.find(({ name }) => name === 'campaigns.sweep-blobs')
    const isThere = async () => Promise.all(keys.map(async (key) => (await blobs.info(key)) !== undefined))
    await sweep?.run(new AbortController().signal)
    expect(await isThere()).toEqual([true, true])
    await pg.sql("UPDATE campaigns.pending_blobs SET created_at = created_at - interval '25 hours'")
    await sweep?.run(new AbortController().signal)
    expect(await isThere()).toEqual([false, true])
  })

  it('of a stranger finds no schedule', async () => {
    const { id } = await create()
    expect(await http.ask(stranger, 'POST', `/schedules/${id}/media-upload`, form())).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_SCHEDULE_FOUND' },
    })
  })
})
