import { randomUUID } from 'node:crypto'

import { companyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, topics } from '@balcao/contracts/wire'
import { createEventLog, createOutboxHints, startRelay, type OutboxHints, type Relay } from '@balcao/platform'
import { testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import type { OutboxRow } from '../src/events/event-transport.port'
import { OutboxConnection } from '../src/events/outbox-connection'
import { readCounts } from '../src/host/schema-metrics'

const [A, B] = [1, 2]
/* More than a relay has in flight. */
const FLOOD = 6_000
const PER_COMPANY = 2_000

const stamp = { ids: { next: () => randomUUID() }, clock: { now: () => new Date() } }

let pg: TestDatabase
let relay: Relay | undefined
let published: { row: OutboxRow; done: () => void }[]

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'desk', migrations: [] }])
})
beforeEach(async () => {
  published = []
  await pg.empty('desk.outbox')
})
afterEach(async () => {
  jest.restoreAllMocks()
  await relay?.stop()
})

const open = (hints?: OutboxHints) =>
  startRelay({
    db: pg.db('desk'),
    transport: {
      publish: (rows: readonly OutboxRow[], done: (row: OutboxRow) => void) =>
        void published.push(...rows.map((row) => ({ row, done: () => done(row) }))),
    } as never,
    ...(hints && { hints }),
  })

/* Shards get the same number of the keys each. */
const insert = (company: number, count: number, keys = 200) =>
  pg.sql(
    `INSERT INTO desk.outbox (id, company_id, ordering_key, shard, topic, type, body)
     SELECT gen_random_uuid(), $1, 'ticket:' || n % $3, n % $3 % 8, '${topics.ticketChanged}', 'ticketChanged', '{}'
     FROM generate_series(1, $2) n`,
    [company, count, keys],
  )

const countOf = (company: number) => published.filter(({ row }) => row.companyId === company).length

it('publishes the rows of a company while another has more than half of what may be in flight', async () => {
  await insert(A, FLOOD)
  relay = open()
  await waitFor(() => countOf(A) >= PER_COMPANY)
  await insert(B, 3)
  await waitFor(() => countOf(B) === 3)
  expect(countOf(A)).toBe(PER_COMPANY)
})

it('reads companies in turn, however much one of them has', async () => {
  await insert(A, FLOOD)
  await insert(B, 100, 1)
  relay = open()
  await waitFor(() => countOf(B) > 0)
  const first = published.findIndex(({ row }) => row.companyId === B)
  expect(first).toBeLessThan(512)
})

it('publishes what a company commits from memory while another waits', async () => {
  const hints = createOutboxHints({ isOnlyWriter: true })
  await insert(A, FLOOD)
  relay = open(hints)
  await waitFor(() => countOf(A) >= PER_COMPANY)
  const { fetch } = OutboxConnection.prototype
  jest.spyOn(OutboxConnection.prototype, 'fetch').mockImplementation(async function (
    this: OutboxConnection,
    ...asked
  ) {
    const { rows, ...rest } = await fetch.apply(this, asked)
    return { ...rest, rows: rows.filter(({ companyId }) => companyId !== B) }
  })
  const log = createEventLog('desk', hints)
  const append = () =>
    pg.db('desk').withTenant(companyId(B), (tx) =>
      log.append(tx, [
        deskEvent(stamp, orderingKeys.ticket(companyId(B), 7), 'announcementDeleted', {
          announcementId: 7,
        }),
      ]),
    )
  // What was committed before a read is left to it.
  await waitFor(async () => {
    await append()
    return countOf(B) > 0
  })
  const before = countOf(B)
  for (let n = 0; n < 20; n += 1) await append()
  await waitFor(() => countOf(B) === before + 20)
})

it('publishes every row once, those of a key in their order', async () => {
  await insert(A, FLOOD)
  await insert(B, 300)
  relay = open()
  const told: OutboxRow[] = []
  await waitFor(() => {
    for (const { row, done } of published.splice(0)) {
      told.push(row)
      done()
    }
    return told.length >= FLOOD + 300
  })
  await waitFor(async () => (await relay?.pending())?.length === 0)
  expect(new Set(told.map(({ seq }) => seq)).size).toBe(told.length)
  const lastOf = new Map<string, number>()
  for (const { companyId, orderingKey, seq } of told) {
    const key = `${companyId} ${orderingKey}`
    expect(seq).toBeGreaterThan(lastOf.get(key) ?? 0)
    lastOf.set(key, seq)
  }
})

it('is measured by the number of unsent rows and the age of the oldest, whichever company’s it is', async () => {
  const read = () => pg.db('desk').asPlatform(readCounts)
  expect(await read()).toEqual({ unsent: 0, age: 0, dead: 0 })
  await insert(A, 300)
  await insert(B, 10)
  await pg.sql(`UPDATE desk.outbox SET created_at = now() - interval '100 s' WHERE company_id = $1`, [B])
  await pg.sql(`UPDATE desk.outbox SET sent = true WHERE company_id = $1 AND shard = 3`, [A])
  const { unsent, age } = await read()
  expect(unsent).toBe(310 - 38)
  expect(age).toBeGreaterThan(99)
  expect(age).toBeLessThan(1_000)
})
