import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'

import { companyId, queueId, userId, type CompanyId, type SyncAnswer } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import {
  KEEPS_CONNECTIONS,
  givenSession,
  testDatabase,
  fakeToken,
  waitFor,
  type TestDatabase,
} from '@balcao/testkit'
import express from 'express'
import fc from 'fast-check'

import { PgFeedStore } from '../src/adapters/postgres/pg-feed-store'
import { readFeed } from '../src/features/sync/read-feed'
import { realtimeMigrations } from '../src/migrations'
import { buildMessage, openDesk, queueRef, buildTicket, buildUser, userRef, type Desk } from './support'

let pg: TestDatabase
let desk: Desk
let url: string
const server = createServer(KEEPS_CONNECTIONS)

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg)
  if (!desk.service.http) throw new Error('no routes')
  server.on('request', express().use(desk.service.http))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await desk.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const buildDeps = () => ({
  db: desk.ports.db,
  feed: new PgFeedStore(desk.ports.clock),
  sign: desk.ports.mediaLinks.sign.bind(desk.ports.mediaLinks),
  clock: desk.ports.clock,
})
const sync = (session: Session, since: number): Promise<SyncAnswer> =>
  readFeed(buildDeps(), session, { since })

async function all(session: Session, since: number): Promise<SyncAnswer['events']> {
  const events: SyncAnswer['events'] = []
  for (let from = since; ;) {
    const answer = await sync(session, from)
    events.push(...answer.events)
    if (answer.reset || !answer.hasMore) return events
    from = answer.seq
  }
}

interface Move {
  ticket: number
  queue: number
  user: number
  kind: 'ticket' | 'message' | 'unread'
}
const moves = fc.array(
  fc.record<Move>({
    ticket: fc.integer({ min: 1, max: 3 }),
    queue: fc.constantFrom(0, 3, 4),
    user: fc.constantFrom(0, 1, 2),
    kind: fc.constantFrom('ticket', 'message', 'unread'),
  }),
  { minLength: 1, maxLength: 25 },
)

/** Plays the moves; `base` separates the users of one run from another's. */
async function play(company: CompanyId, base: number, played: readonly Move[]): Promise<void> {
  const places = new Map<number, { status: string; queueId: number; userId: number }>()
  for (const { ticket: id, queue, user, kind } of played) {
    const previous = places.get(id)
    const place = { status: 'open', queueId: queue, userId: user ? base + user : 0 }
    const ticket = buildTicket(company, {
      id,
      ...(queue && { queue: queueRef(queue) }),
      ...(user && { user: userRef(base + user) }),
    })
    if (kind === 'unread')
      await desk.publish(company, 'ticketUnreadCleared', { ticketId: id, place: previous ?? place })
    else places.set(id, place)
    if (kind === 'ticket') await desk.publish(company, 'ticketChanged', { ticket, previous })
    if (kind === 'message')
      await desk.publish(company, 'messageAppended', {
        message: buildMessage(company, { ticketId: id }),
        ticket,
        previous,
      })
  }
}

describe('a catch-up', () => {
  it('equals what the socket would have heard, from any cut, for every role', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(moves, fc.double({ min: 0, max: 1, noNaN: true }), async (played, cut) => {
        run += 1
        const company = companyId(1_000 + run)
        const base = company * 10
        const roles: Partial<Session>[] = [
          { profile: 'admin' },
          { queueIds: [queueId(3)] },
          { queueIds: [queueId(4)], allTicket: true },
          {},
        ]
        const sessions = await Promise.all(
          roles.map((role, index) =>
            givenSession(pg, 'realtime', { companyId: company, userId: userId(base + index), ...role }),
          ),
        )
        const clients = await Promise.all(sessions.map((session) => desk.connect(session)))
        // All four are announced as online before the moves begin.
        await waitFor(async () => (await sync(sessions[0] as Session, 0)).seq === sessions.length)
        await play(company, base, played)
        await desk.publish(company, 'tagDeleted', { tagId: 1 })
        await waitFor(() => clients.every(({ heard }) => heard.some(({ name }) => name.endsWith('-tag'))))
        const { seq: head } = await sync(sessions[0] as Session, 0)
        const since = Math.floor(cut * head)
        for (const [index, session] of sessions.entries()) {
          const client = clients[index]
          const from = Math.max(since, client?.ready[0]?.seq ?? 0)
          const live = client?.heard
            .filter(({ name, payload }) => name.startsWith('company-') && payload.seq > from)
            .map(({ name, payload: { seq, ...payload } }) => ({ seq, channel: name.split('-')[2], payload }))
          // Through JSON, as on the wire.
          expect(JSON.parse(JSON.stringify(await all(session, from)))).toEqual(live)
        }
        for (const { socket } of clients) socket.disconnect()
      }),
      { numRuns: 12 },
    )
  })

  it('of the last seconds leaves out what is older, and says when there is too much', async () => {
    const company = companyId(57)
    const ana = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: userId(5700),
      profile: 'admin',
    })
    const later = {
      ...buildDeps(),
      clock: { now: () => new Date(desk.ports.clock.now().getTime() + 60_000) },
    }
    const read = (since: number, age: number) => readFeed(later, ana, { since, age })
    expect(await read(0, 30)).toEqual({ events: [], seq: 0, hasMore: false, reset: false })
    for (const tagId of [1, 2, 3]) await desk.publish(company, 'tagDeleted', { tagId })
    expect(await read(0, 30)).toEqual({ events: [], seq: 3, hasMore: false, reset: false })
    expect((await read(0, 90)).events.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await read(2, 90)).events.map(({ seq }) => seq)).toEqual([3])
    const find = (at: Date, most: number) =>
      desk.ports.db.withTenant(company, (tx) => later.feed.findPosition(tx, company, at, most))
    const longAgo = new Date(0)
    expect([await find(longAgo, 3), await find(longAgo, 2), await find(later.clock.now(), 1)]).toEqual([
      0,
      undefined,
      3,
    ])
    // All rows have been dropped with their partitions.
    await pg.sql(`DELETE FROM realtime.feed WHERE company_id = ${company}`)
    expect(await find(longAgo, 3)).toBe(3)
  })

  it('follows the rights of now, not of then', async () => {
    const company = companyId(51)
    const ana = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: userId(5100),
      queueIds: [queueId(3)],
    })
    await desk.publish(company, 'ticketChanged', { ticket: buildTicket(company, { queue: queueRef(3) }) })
    expect((await sync(ana, 0)).events).toHaveLength(1)
    expect((await sync({ ...ana, queueIds: [queueId(4)] }, 0)).events).toHaveLength(0)
  })

  it('does not tell how a session ended, nor what changed for services only', async () => {
    const company = companyId(52)
    const ana = await givenSession(pg, 'realtime', { companyId: company, userId: userId(5200) })
    await desk.publish(company, 'sessionTakenOver', { userId: ana.userId, email: 'x', tokenVersion: 1 })
    await desk.publish(company, 'userChanged', { user: buildUser(ana) })
    const answer = await sync(ana, 0)
    expect(answer.events.map(({ channel }) => channel)).toEqual(['user'])
    expect(answer).toMatchObject({ seq: 2, hasMore: false, reset: false })
  })

  it('comes in pages of 500 and looks at 5,000 rows at most', async () => {
    const company = companyId(53)
    const admin = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: userId(5300),
      profile: 'admin',
    })
    const agent = await givenSession(pg, 'realtime', { companyId: company, userId: userId(5301) })
    await desk.publish(company, 'connectionSessionChanged', {
      connectionId: 1,
      name: 'x',
      status: 'qrcode',
      qrcode: 'q',
      retries: 0,
      updatedAt: new Date(),
    })
    await pg.sql(
      `INSERT INTO realtime.feed SELECT company_id, n, gen_random_uuid(), part, channel, audience, except_rooms, event, created_at
       FROM realtime.feed, generate_series(2, 6001) AS n WHERE company_id = $1`,
      [company],
    )
    await pg.sql('UPDATE realtime.feed_heads SET seq = 6001 WHERE company_id = $1', [company])
    const first = await sync(admin, 0)
    expect([first.events.length, first.seq, first.hasMore]).toEqual([500, 500, true])
    expect((await all(admin, 0)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 6001 }, (_value, index) => index + 1),
    )
    expect(await sync(agent, 0)).toEqual({ events: [], seq: 5_000, hasMore: true, reset: false })
    expect(await sync(agent, 5_000)).toEqual({ events: [], seq: 6_001, hasMore: false, reset: false })
  })

  it('starts over when the gap is forgotten or from another world', async () => {
    const company = companyId(54)
    const ana = await givenSession(pg, 'realtime', { companyId: company, userId: userId(5400) })
    expect(await sync(ana, 0)).toEqual({ events: [], seq: 0, hasMore: false, reset: false })
    expect(await sync(ana, 1)).toEqual({ events: [], seq: 0, hasMore: false, reset: true })
    for (let id = 1; id <= 3; id += 1) await desk.publish(company, 'tagDeleted', { tagId: id })
    await pg.sql('DELETE FROM realtime.feed WHERE company_id = $1 AND seq = 1', [company])
    expect((await sync(ana, 0)).reset).toBe(true)
    expect((await sync(ana, 1)).events.map(({ seq }) => seq)).toEqual([2, 3])
    await pg.sql('DELETE FROM realtime.feed WHERE company_id = $1', [company])
    expect((await sync(ana, 2)).reset).toBe(true)
    expect(await sync(ana, 3)).toEqual({ events: [], seq: 3, hasMore: false, reset: false })
  })
})

describe('GET /sync', () => {
  const get = (query: string, session?: Session) =>
    fetch(
      `${url}/sync${query}`,
      session ? { headers: { authorization: `Bearer ${fakeToken(session)}` } } : {},
    )

  it('answers the caller’s company', async () => {
    const company = companyId(55)
    const ana = await givenSession(pg, 'realtime', { companyId: company, userId: userId(5500) })
    const bia = await givenSession(pg, 'realtime', { companyId: companyId(56), userId: userId(5600) })
    await desk.publish(company, 'tagDeleted', { tagId: 9 })
    const answer = await get('?since=0', ana)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      events: [{ seq: 1, channel: 'tag', payload: { action: 'delete', tagId: 9 } }],
      seq: 1,
      hasMore: false,
      reset: false,
    })
    expect(await (await get('?since=0', bia)).json()).toMatchObject({ events: [], seq: 0 })
  })

  it.each([
    '',
    '?since=',
    '?since=-1',
    '?since=1e3',
    '?since=x',
    '?since=0&since=1',
    '?since=99999999999999999999',
    '?since[$gt]=1',
  ])('refuses %p', async (query) => {
    const ana = await givenSession(pg, 'realtime', { companyId: companyId(55), userId: userId(5500) })
    expect((await get(query, ana)).status).toBe(400)
  })

  it('wants a session', async () => {
    expect((await get('?since=0')).status).toBe(401)
  })
})
