import { companyId, queueId, userId } from '@balcao/contracts'
import {
  deskEvent,
  type CompanySnapshot,
  type DeskEventCase,
  type EventValue,
  type UserSnapshot,
} from '@balcao/contracts/wire'
import {
  createSessionDirectory,
  directoryConsumer,
  type FetchUserFromAuth,
  type CachedSessionDirectory,
} from '@balcao/platform'
import {
  deliverAll,
  givenSession,
  testDatabase,
  testPorts,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'
import { AppError, type Subscription } from '@balcao/kernel'

const [acme, beta] = [companyId(7), companyId(8)]
let users = 100

const buildUser = (overrides: Partial<UserSnapshot>): UserSnapshot => ({
  id: 1,
  companyId: acme,
  name: 'Ana',
  email: 'ana@example.test',
  profile: 'user',
  super: false,
  active: true,
  allTicket: false,
  queueIds: [3, 4],
  tokenVersion: 1,
  updatedAt: new Date(),
  createdAt: new Date(),
  revision: 1,
  ...overrides,
})
const buildCompany = (overrides: Partial<CompanySnapshot>): CompanySnapshot => ({
  id: acme,
  name: 'Acme',
  email: 'acme@example.test',
  phone: '',
  active: true,
  planId: 1,
  dueAt: undefined,
  recurrence: 'MENSAL',
  createdAt: new Date(),
  revision: 1,
  ...overrides,
})

describe("a service's session directory", () => {
  let pg: TestDatabase
  let ports: TestPorts
  let directory: CachedSessionDirectory
  let consumer: Subscription
  let user = userId(0)

  beforeAll(async () => {
    pg = await testDatabase([{ schema: 'desk', migrations: [] }])
    ports = testPorts(pg, 'desk')
  })
  beforeEach(async () => {
    user = userId((users += 1))
    directory = createSessionDirectory({ db: ports.db, lagPatienceMs: 0 })
    consumer = directoryConsumer({ schema: 'desk', db: ports.db, directory })
    await arrives('companyChanged', { company: buildCompany({}) })
    await arrives('userChanged', { user: buildUser({ id: user }) })
  })

  const arrives = async <C extends DeskEventCase>($case: C, value: EventValue<C>, company = acme) => {
    const event = deskEvent(ports, { companyId: company, orderingKey: 'user' }, $case, value)
    await ports.db.withTenant(company, (tx) => ports.events.append(tx, [event]))
    await deliverAll(pg, ['desk'], [consumer])
  }
  const directoryThatAsks = (ask: FetchUserFromAuth) =>
    createSessionDirectory({ db: ports.db, lagPatienceMs: 0, askAfterMs: 0, ask })
  const claims = (tokenVersion = 1, company = acme) => ({ userId: user, companyId: company, tokenVersion })
  const isOver = (tokenVersion = 1, company = acme) =>
    expect(directory.resolve(claims(tokenVersion, company))).rejects.toMatchObject({
      code: 'ERR_SESSION_OVER',
    })

  it('gives the rights of the copy', async () => {
    expect(await directory.resolve(claims())).toEqual({
      userId: user,
      companyId: acme,
      name: 'Ana',
      profile: 'user',
      super: false,
      allTicket: false,
      queueIds: [queueId(3), queueId(4)],
      tokenVersion: 1,
      dueAt: null,
      asOf: { user: 1, company: expect.any(Number) },
    })
  })

  it('gives changed rights at once, though it had them cached', async () => {
    await directory.resolve(claims())
    await arrives('userChanged', { user: buildUser({ id: user, profile: 'admin', queueIds: [] }) })
    expect(await directory.resolve(claims())).toMatchObject({ profile: 'admin', queueIds: [] })
  })

  it('ends the session when the user logs in elsewhere', async () => {
    await directory.resolve(claims())
    await arrives('sessionTakenOver', { userId: user, email: 'ana@example.test', tokenVersion: 2 })
    await isOver(1)
    expect(await directory.resolve(claims(2))).toMatchObject({ userId: user })
  })

  it.each([
    ['logs out', () => arrives('sessionEnded', { userId: user, tokenVersion: 2 })],
    ['is deactivated', () => arrives('userChanged', { user: buildUser({ id: user, active: false }) })],
    ['is deleted', () => arrives('userDeleted', { userId: user })],
    ['loses the company', () => arrives('companyChanged', { company: buildCompany({ active: false }) })],
  ])('ends the session when the user %s', async (_what, happen) => {
    await directory.resolve(claims())
    await happen()
    await isOver(1)
  })

  it('never takes a version back when an older event comes late', async () => {
    await arrives('sessionTakenOver', { userId: user, email: '', tokenVersion: 5 })
    await arrives('userChanged', { user: buildUser({ id: user, tokenVersion: 4 }) })
    await isOver(4)
  })

  it('refuses a token version that was never issued, at once with auth’s answer and after a while without', async () => {
    await isOver(9)
    const asked: number[] = []
    const askedDirectory = directoryThatAsks(async ({ tokenVersion }) => {
      asked.push(tokenVersion)
      return buildUser({ id: user, tokenVersion: 1 })
    })
    await Promise.all(
      [9, 9, 9].map((version) =>
        expect(askedDirectory.resolve(claims(version))).rejects.toMatchObject({ code: 'ERR_SESSION_OVER' }),
      ),
    )
    expect(asked).toEqual([9])
  })

  it('asks auth for a login whose event is late, keeps the answer and refuses the session before', async () => {
    const fresh = directoryThatAsks(async () =>
      buildUser({ id: user, tokenVersion: 2, revision: 2, profile: 'admin' }),
    )
    expect(await fresh.resolve(claims(2))).toMatchObject({ profile: 'admin', tokenVersion: 2 })
    await isOver(1)
    await arrives('userChanged', { user: buildUser({ id: user, tokenVersion: 2, revision: 2 }) })
    expect(await directory.resolve(claims(2))).toMatchObject({ userId: user })
  })

  it('says that it cannot know while auth is away, instead of ending the session', async () => {
    const lost = directoryThatAsks(() => Promise.reject(new AppError('ERR_UNAVAILABLE')))
    await expect(lost.resolve(claims(2))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    expect(await lost.resolve(claims(1))).toMatchObject({ userId: user })
  })

  describe('when an old event is replayed', () => {
    const rights = () =>
      pg.sql(
        'SELECT profile, super, active, queue_ids, revision FROM desk.directory_users WHERE user_id = $1',
        [user],
      )

    it('never gives former rights', async () => {
      const [admin, agent] = [
        { id: user, profile: 'admin', super: true },
        { id: user, queueIds: [] },
      ]
      await arrives('userChanged', { user: buildUser({ ...admin, revision: 2 }) })
      await arrives('userChanged', { user: buildUser({ ...agent, revision: 3 }) })
      const before = await rights()
      await arrives('userChanged', { user: buildUser({ ...admin, revision: 2 }) })
      expect(await rights()).toEqual(before)
      expect(await directory.resolve(claims())).toMatchObject({ profile: 'user', super: false, queueIds: [] })
    })

    it('brings back neither a deactivated nor a deleted user', async () => {
      await arrives('userChanged', { user: buildUser({ id: user, active: false, revision: 2 }) })
      await arrives('userChanged', { user: buildUser({ id: user }) })
      await isOver()
      await arrives('userDeleted', { userId: user })
      await arrives('userChanged', { user: buildUser({ id: user, revision: 9 }) })
      await isOver()
    })

    it('does not make a user who was deleted before they arrived', async () => {
      user = userId((users += 1))
      await arrives('userDeleted', { userId: user })
      await arrives('userChanged', { user: buildUser({ id: user }) })
      await isOver()
    })

    it('does not revive a session that ended before its user arrived', async () => {
      user = userId((users += 1))
      await arrives('sessionEnded', { userId: user, tokenVersion: 2 })
      await isOver(2)
      await arrives('userChanged', { user: buildUser({ id: user, tokenVersion: 1 }) })
      await isOver(1)
    })

    it('does not move a user back into the company they left', async () => {
      await arrives('companyChanged', { company: buildCompany({ id: beta }) }, beta)
      await arrives('userChanged', { user: buildUser({ id: user, companyId: beta, revision: 2 }) }, beta)
      await arrives('userChanged', { user: buildUser({ id: user }) })
      await isOver(1)
      expect(await directory.resolve(claims(1, beta))).toMatchObject({ companyId: beta })
    })

    it('neither opens a blocked company nor moves its due date back', async () => {
      const gamma = companyId(9)
      user = userId((users += 1))
      await arrives(
        'companyChanged',
        { company: buildCompany({ id: gamma, active: false, revision: 5 }) },
        gamma,
      )
      await arrives('userChanged', { user: buildUser({ id: user, companyId: gamma }) }, gamma)
      await arrives('companyChanged', { company: buildCompany({ id: gamma, revision: 4 }) }, gamma)
      await isOver(1, gamma)
    })
  })

  it('does not know the user in another company, nor names of another company', async () => {
    await arrives('companyChanged', { company: buildCompany({ id: beta }) }, beta)
    await isOver(1, beta)
    expect(await directory.findUsers(beta, [user])).toEqual(new Map())
    expect((await directory.listSessions(beta)).map((session) => session.userId)).not.toContain(user)
  })

  it('follows a user into another company', async () => {
    await arrives('companyChanged', { company: buildCompany({ id: beta }) }, beta)
    await arrives('userChanged', { user: buildUser({ id: user, companyId: beta }) }, beta)
    await isOver(1)
    expect(await directory.resolve(claims(1, beta))).toMatchObject({ companyId: beta })
  })

  it('keeps the name of a deleted user for history, and not their session', async () => {
    await arrives('userDeleted', { userId: user })
    expect((await directory.findUsers(acme, [user])).get(user)).toMatchObject({ name: 'Ana', active: false })
    expect((await directory.listSessions(acme)).map((session) => session.userId)).not.toContain(user)
  })

  it('waits for a user whose sign-up is still on its way, then refuses', async () => {
    user = userId((users += 1))
    const patient = createSessionDirectory({ db: ports.db, lagPatienceMs: 5_000 })
    const resolving = patient.resolve(claims())
    await givenSession(pg, 'desk', { userId: user, companyId: acme, tokenVersion: 1, name: 'Nova' })
    expect(await resolving).toMatchObject({ name: 'Nova' })

    user = userId((users += 1))
    const startedAtMs = performance.now()
    await expect(
      createSessionDirectory({ db: ports.db, lagPatienceMs: 60 }).resolve(claims()),
    ).rejects.toMatchObject({ code: 'ERR_SESSION_OVER' })
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(60)
  })

  it('reads the copy once a second at most, however many requests come', async () => {
    let nowMs = 0
    const cached = createSessionDirectory({ db: ports.db, lagPatienceMs: 0, monotonicMs: () => nowMs })
    await cached.resolve(claims())
    await pg.sql('UPDATE desk.directory_users SET token_version = 9 WHERE user_id = $1', [user])
    nowMs = 999
    expect(await cached.resolve(claims())).toMatchObject({ tokenVersion: 1 })
    nowMs = 1_000
    await expect(cached.resolve(claims())).rejects.toMatchObject({ code: 'ERR_SESSION_OVER' })
  })
})
