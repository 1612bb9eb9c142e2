import { companyId, queueId, userId } from '@balcao/contracts'
import {
  deskEvent,
  type CompanySnapshot,
  type DeskEventCase,
  type EventValue,
  type UserSnapshot,
} from '@balcao/contracts/wire'
import { createSessionDirectory, directoryConsumer, type CachedSessionDirectory } from '@balcao/platform'
import {
  deliverAll,
  givenSession,
  testDatabase,
  testPorts,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'
import type { Subscription } from '@balcao/kernel'

const [acme, beta] = [companyId(7), companyId(8)]
let users = 100

const snapshotOf = (overrides: Partial<UserSnapshot>): UserSnapshot => ({
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
  ...overrides,
})
const companyOf = (overrides: Partial<CompanySnapshot>): CompanySnapshot => ({
  id: acme,
  name: 'Acme',
  email: 'acme@example.test',
  phone: '',
  active: true,
  planId: 1,
  dueAt: undefined,
  recurrence: 'MENSAL',
  createdAt: new Date(),
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
    consumer = directoryConsumer({ schema: 'desk', db: ports.db, inbox: ports.inbox, directory })
    await arrives('companyChanged', { company: companyOf({}) })
    await arrives('userChanged', { user: snapshotOf({ id: user }) })
  })

  const arrives = async <C extends DeskEventCase>($case: C, value: EventValue<C>, company = acme) => {
    const event = deskEvent(ports, company, 'user', $case, value)
    await ports.db.withTenant(company, (tx) => ports.events.append(tx, [event]))
    await deliverAll(pg, ['desk'], [consumer])
  }
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
    })
  })

  it('gives changed rights at once, though it had them cached', async () => {
    await directory.resolve(claims())
    await arrives('userChanged', { user: snapshotOf({ id: user, profile: 'admin', queueIds: [] }) })
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
    ['is deactivated', () => arrives('userChanged', { user: snapshotOf({ id: user, active: false }) })],
    ['is deleted', () => arrives('userDeleted', { userId: user })],
    ['loses the company', () => arrives('companyChanged', { company: companyOf({ active: false }) })],
  ])('ends the session when the user %s', async (_what, happen) => {
    await directory.resolve(claims())
    await happen()
    await isOver(1)
  })

  it('never takes a version back when an older event comes late', async () => {
    await arrives('sessionTakenOver', { userId: user, email: '', tokenVersion: 5 })
    await arrives('userChanged', { user: snapshotOf({ id: user, tokenVersion: 4 }) })
    await isOver(4)
  })

  it('accepts a token that is ahead of the copy, with the rights of the copy', async () => {
    expect(await directory.resolve(claims(9))).toMatchObject({ profile: 'user' })
  })

  it('does not know the user in another company, nor names of another company', async () => {
    await arrives('companyChanged', { company: companyOf({ id: beta }) }, beta)
    await isOver(1, beta)
    expect(await directory.users(beta, [user])).toEqual(new Map())
    expect((await directory.sessionsOf(beta)).map((session) => session.userId)).not.toContain(user)
  })

  it('follows a user into another company', async () => {
    await arrives('companyChanged', { company: companyOf({ id: beta }) }, beta)
    await arrives('userChanged', { user: snapshotOf({ id: user, companyId: beta }) }, beta)
    await isOver(1)
    expect(await directory.resolve(claims(1, beta))).toMatchObject({ companyId: beta })
  })

  it('keeps the name of a deleted user for history, and not their session', async () => {
    await arrives('userDeleted', { userId: user })
    expect((await directory.users(acme, [user])).get(user)).toMatchObject({ name: 'Ana', active: false })
    expect((await directory.sessionsOf(acme)).map((session) => session.userId)).not.toContain(user)
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
