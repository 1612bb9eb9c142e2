import { AppError, HOUR, type Session } from '@balcao/kernel'
import { fixedClock, waitFor, type TestDatabase, type TestPorts } from '@balcao/testkit'

import { createScheduleCalls, openSchedules } from './schedule-rig'
import { fakeTickets, openDesk, openEmptyDesk, type Desk, type Http } from './support'

let pg: TestDatabase
let desk: Desk
let http: Http
let ana: Session

beforeAll(async () => {
  ;({ pg, ana } = await openSchedules())
})
beforeEach(async () => {
  ;({ desk, http } = await openEmptyDesk(pg, 'schedules'))
})
afterEach(() => http.close())

const { create, inMinutes, buildInput, readState, said } = createScheduleCalls(() => ({
  pg,
  desk,
  http,
  ana,
}))

describe('a schedule that is due', () => {
  it('goes out once, in the campaigns’ lane, with its variables filled in', async () => {
    const { id, sendAt, updatedAt } = await create()
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
        body: 'Olá Carla, Buenas tardes!',
        medias: [],
        lane: 'OUTBOUND_LANE_CAMPAIGN',
        userId: 1,
        closeTicket: false,
        senderName: 'Ana',
        writtenAt: new Date(updatedAt),
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

  it('goes out beside those of other contacts, each once; one contact’s in their order', async () => {
    for (let index = 0; index < 60; index += 1)
      await create(ana, { contactId: 5 + (index % 2), body: `texto ${index}`, sendAt: inMinutes(0) })
    const askedBefore = desk.billing.asked
    await desk.send()
    const sent = [...desk.tickets.sent.values()]
    expect(sent).toHaveLength(60)
    // Once for the company and batch.
    expect(desk.billing.asked - askedBefore).toBe(1)
    for (const contactId of [5, 6]) {
      const places = sent
        .filter((one) => one.contactId === contactId)
        .map(({ body }) => Number(body.slice(6)))
      expect(places).toEqual([...places].sort((left, right) => left - right))
    }
  })

  it('is tried again under the same key while tickets is away, and does not hold up the others', async () => {
    const { id } = await create(ana, { sendAt: inMinutes(-1) })
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
      sessions: { ...sessions, findUsers: mortal(sessions.findUsers.bind(sessions)) },
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
