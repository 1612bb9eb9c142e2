import { companyId, queueId, userId, type UserId } from '@balcao/contracts'
import { CompanySnapshot, orderingKeys } from '@balcao/contracts/wire'
import { DAY, MINUTE, type Session } from '@balcao/kernel'
import { givenSession, waitFor, testDatabase, type TestDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'
import { createSocketCalls, heardBy, listChannels } from './socket-rig'
import { A, B, queueRef, buildTicket, buildUser, openDesk, type Client, type Desk } from './support'

let pg: TestDatabase
let desk: Desk

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg)
})
afterAll(() => desk.close())

const { given, quiet } = createSocketCalls(() => ({ pg, desk }))

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
      orderingKeys.user(A, ana.userId),
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
      orderingKeys.user(A, ana.userId),
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

  const changesHeard = (client: Client) => client.heard.filter(({ name }) => name === 'company-1-user')

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
    const session = await given({})
    const client = await desk.connect(session)
    await act(session.userId)
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
        .filter(({ name }) => name === 'company-61-userPresence')
        .map(({ payload }) => payload['user'] as { id: number; online: boolean })
        .filter(({ id }) => id === 6101)
        .map(({ online }) => online)
    const first = await desk.connect(ana)
    await waitFor(() => said().length === 1)
    first.socket.disconnect()
    await waitFor(async () => !(await desk.ports.presence.listOnline(company)).includes(userId(6101)))
    const again = await desk.connect(ana)
    desk.ports.clock.advance(5_000)
    await desk.runJob('realtime.departures')
    expect(said()).toEqual([true])
    again.socket.disconnect()
    await waitFor(async () => !(await desk.ports.presence.listOnline(company)).includes(userId(6101)))
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
      { channel: 'userPresence' },
    ])
    await desk.runJob('realtime.presence')
    expect(await pg.sql('SELECT channel FROM realtime.feed WHERE company_id = $1', [company])).toHaveLength(1)
  })
})
