import { companyId, userId, type CompanyId, type ViewerEvent } from '@balcao/contracts'
import { orderingKeys } from '@balcao/contracts/wire'
import { MINUTE, SECOND, type Session } from '@balcao/kernel'
import { openRedis } from '@balcao/platform'
import { givenSession, testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'
import { fetchFeed, openCluster, type Agent, type Cluster, type RealtimeProcess } from './cluster-desk'
import { describeWithOwnRedis } from './redis-rig'
import { queueRef, buildTicket, userRef } from './support'

/* Three processes, of which the first consumes. They do not poll: they rely on hints. */
describeWithOwnRedis('three processes', () => {
  let pg: TestDatabase
  let cluster: Cluster
  let lastUser = 0
  const [acme, beta] = [companyId(1), companyId(2)]

  beforeAll(async () => {
    pg = await testDatabase([realtimeMigrations])
    cluster = await openCluster(pg, { withoutJobs: ['realtime.feed-poll'] })
  }, MINUTE)
  afterAll(() => cluster.close())

  const given = (overrides: Partial<Session> = {}): Promise<Session> =>
    givenSession(pg, 'realtime', { companyId: acme, userId: userId((lastUser += 1)), ...overrides })

  const at = (index: number): RealtimeProcess => {
    const process = cluster.processes[index]
    if (!process) throw new Error(`no process ${index}`)
    return process
  }
  const connect = async (index: number, session: Session): Promise<Agent> => {
    const agent = cluster.open(at(index).url, session)
    await waitFor(() => agent.isUp())
    return agent
  }
  /** Feed rows on this channel that the agent heard from its socket. */
  const heard = (agent: Agent, channel: string) =>
    agent.payloads.filter((event) => event.channel === channel).map(({ payload }) => payload)
  /** Published last: when it arrives, all earlier rows have arrived, because the feed is ordered. */
  const quiet = async (company: CompanyId, ...agents: Agent[]) => {
    const before = agents.map((agent) => heard(agent, 'tag').length)
    await at(0).publish(company, 'tagDeleted', { tagId: 1_000 }, orderingKeys.tag(company, 1_000))
    await waitFor(() => agents.every((agent, index) => heard(agent, 'tag').length > (before[index] ?? 0)))
  }

  it(
    'tell agents what their rooms hear, wherever they are, in one order and once',
    async () => {
      const admins = await Promise.all(
        [0, 1, 2].map(async (index) => connect(index, await given({ profile: 'admin' }))),
      )
      const queued = await Promise.all(
        [0, 1, 2].map(async (index) => connect(index, await given({ queueIds: [3 as never] }))),
      )
      const others = await Promise.all([0, 1, 2].map(async (index) => connect(index, await given({}))))
      for (let id = 100; id < 120; id += 1) {
        const ticket = buildTicket(acme, { id, status: 'pending', queue: queueRef(id % 2 ? 3 : 4) })
        await at(0).publish(acme, 'ticketChanged', { ticket }, orderingKeys.ticket(acme, id))
      }
      const everyone = [...admins, ...queued, ...others]
      await quiet(acme, ...everyone)
      expect(admins.map((agent) => heard(agent, 'ticket').length)).toEqual([20, 20, 20])
      expect(queued.map((agent) => heard(agent, 'ticket').length)).toEqual([10, 10, 10])
      expect(others.map((agent) => heard(agent, 'ticket').length)).toEqual([0, 0, 0])
      for (const agent of everyone) {
        const order = agent.payloads.map(({ payload }) => payload['seq'])
        expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)))
        expect(agent.repeats).toBe(0)
      }
    },
    MINUTE,
  )

  it(
    'let no event of one company reach another',
    async () => {
      const ours = await Promise.all(
        [0, 1, 2].map(async (index) => connect(index, await given({ profile: 'admin' }))),
      )
      const theirs = await Promise.all(
        [0, 1, 2].map(async (index) => connect(index, await given({ companyId: beta, profile: 'admin' }))),
      )
      for (const index of [0, 1, 2]) {
        for (const company of [acme, beta]) {
          const ticket = buildTicket(company, { id: 500 + index, user: userRef(company) })
          await at(index).publish(
            company,
            'ticketChanged',
            { ticket },
            orderingKeys.ticket(company, 500 + index),
          )
        }
      }
      await quiet(acme, ...ours)
      await quiet(beta, ...theirs)
      const listCompanies = (agent: Agent) =>
        heard(agent, 'ticket').map(({ ticket }) => (ticket as { companyId: number }).companyId)
      expect(ours.map(listCompanies)).toEqual([
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ])
      expect(theirs.map(listCompanies)).toEqual([
        [2, 2, 2],
        [2, 2, 2],
        [2, 2, 2],
      ])
    },
    MINUTE,
  )

  it(
    'tell who views a ticket to those who have it open, in any process and of the same company',
    async () => {
      const open = async (index: number, overrides: Partial<Session> = {}) => {
        const agent = await connect(index, await given(overrides))
        const viewed: string[] = []
        agent.socket.onAny((name: string, { user, state }: ViewerEvent) => {
          if (name.endsWith('-ticketViewer')) viewed.push(`${user.name} ${state}`)
        })
        expect(await agent.socket.emitWithAck('joinChatBox', 99)).toEqual({ ok: true })
        return { ...agent, viewed }
      }
      const ana = await open(0, { name: 'Ana' })
      const [bia, caio] = [await open(1, { name: 'Bia' }), await open(0, { name: 'Caio' })]
      const stranger = await open(1, { companyId: beta, name: 'Zoe' })
      expect(await ana.socket.emitWithAck('viewTicket', 99, 'typing')).toEqual({ ok: true })
      await waitFor(() => bia.viewed.length > 0)
      ana.socket.disconnect()
      await waitFor(() => bia.viewed.length > 1)
      await quiet(acme, bia, caio)
      const once = ['Ana typing', 'Ana left']
      expect([bia.viewed, caio.viewed, ana.viewed, stranger.viewed]).toEqual([once, once, [], []])
    },
    MINUTE,
  )

  it(
    'end the sessions of a user who signed in elsewhere, in every process, and say why',
    async () => {
      const ana = await given({})
      const old = await Promise.all([0, 1, 2].map((index) => connect(index, ana)))
      const again = await givenSession(pg, 'realtime', { ...ana, tokenVersion: 1 })
      // The process reads its copy of the rights once a second.
      await waitFor(async () => (await fetchFeed(at(1).url, again).catch(() => undefined)) !== undefined)
      const newer = await connect(1, again)
      await at(2).publish(
        acme,
        'sessionTakenOver',
        { userId: ana.userId, email: 'ana@a.test', tokenVersion: 1 },
        orderingKeys.user(acme, ana.userId),
      )
      await waitFor(() => old.every(({ lost }) => lost.length > 0))
      for (const agent of old) {
        expect(heard(agent, 'auth')).toMatchObject([{ reason: 'takeover', user: { id: ana.userId } }])
        expect(agent.lost.map(({ reason }) => reason)).toEqual(['io server disconnect'])
      }
      expect(newer.lost).toEqual([])
    },
    MINUTE,
  )

  it(
    'answer /sync alike',
    async () => {
      const session = await given({ profile: 'admin' })
      const [first, ...rest] = await Promise.all([0, 1, 2].map((index) => fetchFeed(at(index).url, session)))
      expect(first?.size).toBeGreaterThan(20)
      for (const other of rest) expect(other).toEqual(first)
    },
    MINUTE,
  )

  it(
    'know who is online in any of them, and tell it once',
    async () => {
      const company = companyId(3)
      const redis = openRedis(cluster.redis.url, { clientName: 'test' })
      await waitFor(() => redis.status === 'ready')
      // A company with a long history.
      await redis.set(`balcao:presence:{${company}}:since`, 0)
      await redis.close()
      const admin = await connect(0, await given({ companyId: company, profile: 'admin' }))
      const ana = await given({ companyId: company })
      const tabs = await Promise.all([1, 2].map((index) => connect(index, ana)))
      const told = () =>
        heard(admin, 'userPresence')
          .map(({ user }) => user as { id: number; online: boolean })
          .filter(({ id }) => id === ana.userId)
          .map(({ online }) => online)
      await waitFor(() => told().length > 0)
      tabs[0]?.socket.disconnect()
      await quiet(company, admin)
      tabs[1]?.socket.disconnect()
      await waitFor(() => told().length > 1, 20 * SECOND)
      await quiet(company, admin)
      expect(told()).toEqual([true, false])
    },
    MINUTE,
  )
})

/* For a quiet machine of two cores; raise it where other work runs. */
const BACK_WITHIN_MS = Number(process.env['BACK_WITHIN_MS'] ?? 5 * SECOND)
const PATIENCE_MS = MINUTE

/* The whole service, behind a load balancer without affinity. */
describeWithOwnRedis('of three processes with many sockets', () => {
  const SOCKETS = 500
  const acme = companyId(11)
  let pg: TestDatabase
  let cluster: Cluster
  let sessions: Session[]
  let agents: Agent[]
  let lastTicket = 0

  beforeAll(async () => {
    pg = await testDatabase([realtimeMigrations])
    sessions = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        givenSession(pg, 'realtime', { companyId: acme, userId: userId(index + 1), profile: 'admin' }),
      ),
    )
  }, MINUTE)
  beforeEach(async () => {
    cluster = await openCluster(pg)
    agents = []
  }, MINUTE)
  afterEach(() => cluster.close())

  const at = (index: number): RealtimeProcess => {
    const process = cluster.processes[index]
    if (!process) throw new Error(`no process ${index}`)
    return process
  }
  const sessionAt = (index: number): Session => {
    const session = sessions[index % sessions.length]
    if (!session) throw new Error('no session')
    return session
  }
  /** That many more agents, all on the processes given. */
  const gather = async (count: number, targets: RealtimeProcess[]) => {
    cluster.front.targets = targets
    const more = Array.from({ length: count }, (_, index) =>
      cluster.open(cluster.front.url, sessionAt(index)),
    )
    agents.push(...more)
    await waitFor(() => more.every((agent) => agent.isUp()), MINUTE)
    cluster.front.targets = [...cluster.processes]
    return more
  }
  const publish = async (process: RealtimeProcess, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const id = (lastTicket += 1)
      await process.publish(
        acme,
        'ticketChanged',
        { ticket: buildTicket(acme, { id }) },
        orderingKeys.ticket(acme, id),
      )
    }
  }
  /** Every agent is connected and has exactly what a new fetch returns. */
  const allEqualAFreshFetch = async (withinMs: number) => {
    await waitFor(() => agents.every((agent) => agent.isUp()), withinMs)
    const fresh = await Promise.all(sessions.map((session) => fetchFeed(at(1).url, session)))
    const expected = (agent: Agent) =>
      [...(fresh[sessions.indexOf(agent.session)] ?? [])].filter(([seq]) => seq > agent.since)
    const inOrder = (agent: Agent) => [...agent.seen].sort(([a], [b]) => a - b)
    await waitFor(() => agents.every((agent) => agent.seen.size >= expected(agent).length), withinMs)
    for (const agent of agents) expect(inOrder(agent)).toEqual(expected(agent))
  }
  /** Reconnects are spread over time. */
  const expectSpread = (times: number[], overMs: number) => {
    const first = Math.min(...times)
    expect(Math.max(...times) - first).toBeGreaterThan(overMs)
    const slices = new Map<number, number>()
    for (const time of times) {
      const slice = Math.floor((time - first) / 50)
      slices.set(slice, (slices.get(slice) ?? 0) + 1)
    }
    expect(Math.max(...slices.values())).toBeLessThan(times.length / 2)
  }
  const listRepeats = (all: Agent[]) => all.map(({ repeats }) => repeats).filter((count) => count > 0)
  const returns = (all: Agent[]) => all.map(({ readyAt }) => readyAt.at(-1) ?? 0)

  it.each([
    ['killed', async () => undefined],
    ['killed while Redis is away', () => cluster.redis.kill()],
    [
      'killed right after Redis came back empty',
      async () => {
        await cluster.redis.kill()
        await cluster.redis.start()
      },
    ],
  ])(
    'one is %s: all are back on the others, spread, and equal to a fresh fetch',
    async (_name, before) => {
      const doomed = await gather(SOCKETS, [at(0)])
      const others = await gather(20, [at(1), at(2)])
      await publish(at(1), 10)
      await before()
      await at(0).end('SIGKILL')
      const meanwhile = publish(at(2), 10)
      await waitFor(() => doomed.every((agent) => agent.readyAt.length === 2 && agent.isUp()), BACK_WITHIN_MS)
      await meanwhile
      await publish(at(1), 10)
      await allEqualAFreshFetch(PATIENCE_MS)
      expectSpread(returns(doomed), 200)
      expect(others.flatMap(({ lost }) => lost)).toEqual([])
      expect(listRepeats(agents)).toEqual([])
    },
    3 * MINUTE,
  )

  it(
    'one is told to end: it closes its sockets a few at a time, accepts no new one, and nothing is missed',
    async () => {
      const leaving = await gather(100, [at(0)])
      const others = await gather(10, [at(1), at(2)])
      await publish(at(1), 5)
      const ended = at(0).end('SIGTERM')
      await waitFor(() => leaving.some(({ lost }) => lost.length > 0), PATIENCE_MS)
      expect(leaving.some(({ socket }) => socket.connected)).toBe(true)
      const late = cluster.open(at(0).url, sessionAt(0))
      await publish(at(2), 5)
      expect(await ended).toBe(0)
      expect(late.readyAt).toEqual([])
      late.socket.disconnect()
      await publish(at(1), 5)
      await allEqualAFreshFetch(PATIENCE_MS)
      for (const { lost } of leaving) expect(lost.map(({ reason }) => reason)).toEqual(['transport close'])
      expectSpread(
        leaving.map(({ lost }) => lost[0]?.at ?? 0),
        SECOND,
      )
      expect(others.flatMap(({ lost }) => lost)).toEqual([])
      expect(listRepeats(agents)).toEqual([])
    },
    3 * MINUTE,
  )

  it(
    'none ends: Redis is killed, hangs and forgets everything, and no socket notices',
    async () => {
      await gather(30, cluster.processes)
      await publish(at(0), 3)
      await cluster.redis.kill()
      await publish(at(1), 3)
      await allEqualAFreshFetch(PATIENCE_MS)
      // New sockets are accepted and receive the others' rows by the poll.
      await gather(6, cluster.processes)
      await publish(at(2), 3)
      await allEqualAFreshFetch(PATIENCE_MS)
      await cluster.redis.start()
      await publish(at(0), 3)
      cluster.redis.pause()
      await publish(at(1), 3)
      await allEqualAFreshFetch(PATIENCE_MS)
      cluster.redis.resume()
      const admin = openRedis(cluster.redis.url, { clientName: 'test' })
      await waitFor(() => admin.status === 'ready')
      await admin.flushall()
      await admin.close()
      await publish(at(2), 3)
      await allEqualAFreshFetch(PATIENCE_MS)
      expect(agents.flatMap(({ lost }) => lost)).toEqual([])
      expect(listRepeats(agents)).toEqual([])
      expect(cluster.processes.map(({ child }) => child.exitCode)).toEqual([null, null, null])
    },
    3 * MINUTE,
  )
})
