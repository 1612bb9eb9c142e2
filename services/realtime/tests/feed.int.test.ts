import { companyId, type CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { DAY } from '@balcao/kernel'
import { keepPartitions, query } from '@balcao/platform'
import { givenSession, testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { PgFeedStore } from '../src/adapters/postgres/pg-feed-store'
import { realtimeMigrations } from '../src/migrations'
import { A, B, handle, openDesk, queueRef, buildTicket, type Desk } from './support'

let pg: TestDatabase
let desk: Desk

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg)
})
afterAll(() => desk.close())

interface Row {
  seq: string
  company_id: number
  event_id: string
}
const readRows = (company: number) =>
  pg.sql<Row>('SELECT seq, company_id, event_id FROM realtime.feed WHERE company_id = $1 ORDER BY seq', [
    company,
  ])

const buildEvent = (company: ReturnType<typeof companyId>, id: number): DeskEvent =>
  deskEvent(desk.ports, orderingKeys.ticket(company, id), 'ticketChanged', {
    ticket: buildTicket(company, { id, queue: queueRef(3) }),
  })

describe('the feed under twelve writers in three processes', () => {
  it('has no gap, no repeat, and becomes visible in its order', async () => {
    const companies = [companyId(21), companyId(22)]
    const admin = await givenSession(pg, 'realtime', {
      companyId: companyId(21),
      userId: 2101 as never,
      profile: 'admin',
    })
    const listener = await desk.connect(admin)
    const desks = [desk, await openDesk(pg), await openDesk(pg)]
    const pickDesk = (writer: number) => desks[writer % desks.length] ?? desk
    const perWriter = 25
    const seen: number[] = []
    let isWriting = true
    const watch = (async () => {
      while (isWriting) {
        const rows = await readRows(21)
        seen.push(...rows.map(({ seq }) => Number(seq)).slice(seen.length))
      }
    })()
    const events = Array.from({ length: 12 * perWriter }, (_value, index) =>
      buildEvent(companies[index % 2] ?? companyId(21), index + 1),
    )
    await Promise.all(
      Array.from({ length: 12 }, async (_value, writer) => {
        for (const event of events.slice(writer * perWriter, (writer + 1) * perWriter)) {
          await handle(pickDesk(writer).service, event)
          // Delivered again, to a process that does not know of the first time.
          if (writer === 0) await handle(pickDesk(1).service, event)
        }
      }),
    )
    isWriting = false
    await watch
    for (const company of companies) {
      const seqs = (await readRows(company)).map(({ seq }) => Number(seq))
      expect(seqs).toEqual(Array.from({ length: seqs.length }, (_value, index) => index + 1))
    }
    const [first, second] = await Promise.all(companies.map(readRows))
    const ids = [...(first ?? []), ...(second ?? [])]
      .filter(({ company_id }) => company_id)
      .map(({ event_id }) => event_id)
    const expected = events.map(({ eventId }) => eventId)
    expect(ids.filter((id) => expected.includes(id)).sort()).toEqual(expected.sort())
    // A concurrent reader never saw a row appear below one it had read.
    expect(seen).toEqual(seen.map((_seq, index) => index + 1))
    await waitFor(async () => {
      await desk.runJob('realtime.feed-poll')
      return listener.heard.filter(({ name }) => name.endsWith('-ticket')).length === 150
    })
    const heard = listener.heard.map(({ payload }) => payload.seq)
    expect(heard).toEqual([...heard].sort((left, right) => left - right))
    expect(new Set(heard).size).toBe(heard.length)
    await Promise.all(desks.slice(1).map((other) => other.close()))
  })
})

describe('a crash between the commit and the sending', () => {
  it('is healed by the poll, and a redelivery doubles nothing', async () => {
    const company = companyId(31)
    const admin = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: 3101 as never,
      profile: 'admin',
    })
    const listener = await desk.connect(admin)
    await waitFor(() => listener.heard.length === 1)
    const event = buildEvent(company, 1)
    // The state left by another process that was killed right after its commit.
    const feed = new PgFeedStore(desk.ports.clock)
    await desk.ports.db.withTenant(company, async (tx) => {
      await desk.ports.inbox.claim(tx, 'realtime.feed-tickets', event.eventId)
      await feed.append(tx, event, [
        { part: 'main', channel: 'ticket', audience: [`company:${company}:admins`], except: [] },
      ])
    })
    await handle(desk.service, event)
    expect(await readRows(company)).toHaveLength(2)
    await desk.runJob('realtime.feed-poll')
    await waitFor(() => listener.heard.length === 2)
    await desk.publish(company, 'queueDeleted', { queueId: 9 })
    await waitFor(() => listener.heard.length === 3)
    expect(listener.heard.map(({ payload }) => payload.seq)).toEqual([1, 2, 3])
    expect(await desk.service.pending?.()).toEqual([])
  })

  it('is healed by the next row as well', async () => {
    const company = companyId(32)
    const admin = await givenSession(pg, 'realtime', {
      companyId: company,
      userId: 3201 as never,
      profile: 'admin',
    })
    const listener = await desk.connect(admin)
    const feed = new PgFeedStore(desk.ports.clock)
    const missed = buildEvent(company, 1)
    await desk.ports.db.withTenant(company, (tx) =>
      feed.append(tx, missed, [
        { part: 'main', channel: 'ticket', audience: [`company:${company}:admins`], except: [] },
      ]),
    )
    await desk.publish(company, 'queueDeleted', { queueId: 9 })
    await waitFor(() => listener.heard.length === 3)
    expect(listener.heard.map(({ payload }) => payload.seq)).toEqual([1, 2, 3])
  })
})

describe('the feed forgets', () => {
  it('what is older than seven days, from the old end only', async () => {
    const company = companyId(41)
    for (let id = 1; id <= 3; id += 1) await desk.publish(company, 'tagDeleted', { tagId: id })
    desk.ports.clock.advance(7 * DAY + 1)
    await desk.publish(company, 'tagDeleted', { tagId: 4 })
    await desk.runJob('realtime.feed-retention')
    expect((await readRows(company)).map(({ seq }) => Number(seq))).toEqual([4])
    const feed = new PgFeedStore(desk.ports.clock)
    expect(await desk.ports.db.withTenant(company, (tx) => feed.readBounds(tx, company))).toEqual({
      head: 4,
      oldest: 4,
    })
  })
})

describe('the partitions of the feed', () => {
  const partitionsOf = (company: number) =>
    pg.sql<{ name: string; seqs: number[] }>(
      `SELECT tableoid::regclass::text AS name, array_agg(seq::int ORDER BY seq) AS seqs FROM realtime.feed
       WHERE company_id = $1 GROUP BY 1 ORDER BY 2`,
      [company],
    )
  const appendAt = (company: CompanyId, at: Date, n: number) =>
    desk.ports.db.withTenant(company, (tx) =>
      new PgFeedStore({ now: () => at }).append(tx, buildEvent(company, n), [
        { part: 'main', channel: 'ticket', audience: [`company:${company}:admins`], except: [] },
      ]),
    )
  const addPast = () =>
    desk.ports.db.asPlatform((tx) =>
      query(tx, "SELECT add_partitions('feed', now() - interval '9 days', now())"),
    )

  it("hold a company's rows in the order of seq, also when a clock is behind, and go from the old end", async () => {
    await addPast()
    const company = companyId(42)
    const midnight = Math.floor(Date.now() / DAY) * DAY - 7 * DAY
    for (const [n, ms] of [-2, -1, 1, -1, 2].entries()) await appendAt(company, new Date(midnight + ms), n)
    expect((await partitionsOf(company)).map(({ seqs }) => seqs)).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
    const now = new Date(midnight + 7 * DAY)
    const signal = new AbortController().signal
    await keepPartitions({ db: desk.ports.db, table: 'feed', now, keepMs: 7 * DAY }, signal)
    expect((await partitionsOf(company)).map(({ seqs }) => seqs)).toEqual([[3, 4, 5]])
  })

  it('are not bound to a clock that was a year ahead', async () => {
    const company = companyId(43)
    await appendAt(company, new Date(Date.now() + 365 * DAY), 1)
    await appendAt(company, new Date(), 2)
    const [row] = await pg.sql<{ isNear: boolean }>(
      `SELECT created_at < now() + interval '2 hours' AS "isNear" FROM realtime.feed WHERE company_id = $1 AND seq = 2`,
      [company],
    )
    expect(row?.isNear).toBe(true)
  })
})

describe('another company', () => {
  it('reads nothing of a feed, whichever rooms it asks for', async () => {
    await desk.publish(A, 'tagDeleted', { tagId: 1 })
    const feed = new PgFeedStore(desk.ports.clock)
    const range = { after: 0, upTo: 100, limit: 100 }
    const rows = await desk.ports.db.withTenant(B, (tx) => feed.listVisible(tx, A, [`company:${A}`], range))
    expect(rows).toEqual([])
    expect(
      await desk.ports.db.withTenant(A, (tx) => feed.listVisible(tx, A, [`company:${A}`], range)),
    ).toHaveLength(1)
    expect(
      await desk.ports.db.withTenant(A, (tx) => feed.listVisible(tx, A, [`company:${B}`], range)),
    ).toEqual([])
  })
})

it('keeps texts that jsonb would refuse', async () => {
  const event = buildEvent(A, 77)
  if (event.body.$case === 'ticketChanged' && event.body.value.ticket)
    event.body.value.ticket.lastMessage = 'a\u0000b\ud800'
  await handle(desk.service, event)
  expect((await readRows(A)).map(({ event_id }) => event_id)).toContain(event.eventId)
})
