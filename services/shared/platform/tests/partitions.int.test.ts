import { companyId } from '@balcao/contracts'
import { deskEvent, type DeskEvent } from '@balcao/contracts/wire'
import { DAY, HOUR, type Subscription } from '@balcao/kernel'
import {
  createDeadEvents,
  createIds,
  createInProcessTransport,
  eventPartitionJobs,
  keepPartitions,
  query,
  startRelay,
} from '@balcao/platform'
import {
  fixedClock,
  testDatabase,
  testPorts,
  waitFor,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'
import { Client } from 'pg'

const [ACME, BETA] = [companyId(1), companyId(2)]
const signal = new AbortController().signal

let pg: TestDatabase
let ports: TestPorts
beforeEach(async () => {
  pg = await testDatabase([{ schema: 'desk', migrations: [] }])
  ports = testPorts(pg, 'desk')
})

const partitionsOf = async (table: string): Promise<string[]> => {
  const rows = await pg.sql<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'desk.${table}'::regclass ORDER BY 1`,
  )
  return rows.map(({ name }) => name.replace('desk.', ''))
}

const partitionNow = async (table: string): Promise<Record<string, number>> => {
  const rows = await pg.sql<{ name: string; n: number }>(
    `SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM desk.${table} GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name.replace('desk.', ''), n]))
}

const runJobs = async (aheadMs: number): Promise<void> => {
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  for (const job of eventPartitionJobs('desk', ports.db, clock)) await job.run(signal)
}

const addPast = (table: string, days: number) =>
  ports.db.asPlatform((tx) =>
    query(tx, 'SELECT add_partitions($1, $2, $3)', [table, new Date(Date.now() - days * DAY), new Date()]),
  )

const insertOutbox = (ageHours: number, sent: boolean, count = 1) =>
  pg.sql(
    `INSERT INTO desk.outbox (id, company_id, ordering_key, shard, topic, type, body, created_at, sent)
     SELECT gen_random_uuid(), 1, 'k', 0, 'none', 'none', '{}', now() - $1 * interval '1 hour', $2 FROM generate_series(1, $3)`,
    [ageHours, sent, count],
  )

const settingChanged = (company: number, key: string): DeskEvent =>
  deskEvent(ports, { companyId: companyId(company), orderingKey: `setting:${key}` }, 'settingChanged', {
    key,
    value: 'v',
  })

const idAt = (time: string | Date): string => createIds(fixedClock(new Date(time).toISOString())).next()

const claim = (eventId: string): Promise<boolean> =>
  ports.db.withTenant(ACME, (tx) => ports.inbox.claim(tx, 'desk.settings', eventId))

describe('partitions of the event tables', () => {
  it('are there for three days after the migration, and the job goes on making them', async () => {
    const outbox = await partitionsOf('outbox')
    expect(outbox).toHaveLength(7 + 1)
    expect(outbox).toContain('outbox_default')
    expect(await partitionsOf('inbox')).toHaveLength(4 + 1)
    await runJobs(2 * DAY)
    expect((await partitionsOf('inbox')).filter((name) => name !== 'inbox_default')).toHaveLength(6)
  })

  it('are out of reach of the service but through their table, and so are tables that it may not partition', async () => {
    const [today] = await partitionsOf('outbox')
    const asService = (text: string) => ports.db.asPlatform((tx) => query(tx, text))
    await expect(asService(`SELECT FROM ${today}`)).rejects.toThrow('permission denied')
    await expect(asService(`DROP TABLE ${today}`)).rejects.toThrow('must be owner')
    await expect(asService("SELECT add_partitions('migrations', now(), now())")).rejects.toThrow('no rows')
    await expect(asService('DELETE FROM partitioned_tables')).rejects.toThrow('permission denied')
  })

  it('hide rows of other companies', async () => {
    for (const company of [1, 2])
      await ports.db.withTenant(companyId(company), (tx) =>
        ports.events.append(tx, [settingChanged(company, 'k')]),
      )
    const seen = (company: typeof ACME) =>
      ports.db.withTenant(company, (tx) => query(tx, 'SELECT company_id FROM outbox'))
    expect([await seen(ACME), await seen(BETA)]).toEqual([[{ company_id: 1 }], [{ company_id: 2 }]])
  })

  it('are dropped whole when they are old; unsent rows survive in the default partition', async () => {
    await addPast('outbox', 3)
    await insertOutbox(60, true, 3)
    await insertOutbox(60, false)
    await insertOutbox(2, true)
    const before = await partitionsOf('outbox')
    await runJobs(0)
    const after = await partitionsOf('outbox')
    expect(after.length).toBeLessThan(before.length)
    const found = await partitionNow('outbox')
    expect(found['outbox_default']).toBe(1)
    expect(Object.values(found).reduce((sum, n) => sum + n, 0)).toBe(2)
    expect(await pg.sql('SELECT sent FROM desk.outbox ORDER BY created_at')).toEqual([
      { sent: false },
      { sent: true },
    ])
  })

  it('stay while more than a thousand rows of them are unsent', async () => {
    await addPast('outbox', 3)
    await insertOutbox(60, false, 1_001)
    await insertOutbox(60, true, 5)
    await runJobs(0)
    expect(Object.values(await partitionNow('outbox'))).toEqual([1_006])
    await pg.sql('UPDATE desk.outbox SET sent = true')
    await runJobs(0)
    expect(await partitionNow('outbox')).toEqual({})
  })

  it('may be missing for weeks: rows go to the default partition, are read, and leave it when they are old', async () => {
    await pg.sql(`SELECT set_config('search_path', 'desk', false)`)
    for (const name of await partitionsOf('outbox'))
      if (name !== 'outbox_default') await pg.sql(`DROP TABLE desk.${name}`)
    await insertOutbox(1, true)
    await ports.db.withTenant(ACME, (tx) => ports.events.append(tx, [settingChanged(1, 'late')]))
    expect(await partitionNow('outbox')).toEqual({ outbox_default: 2 })
    await runJobs(0)
    expect(await partitionNow('outbox')).toEqual({ outbox_default: 2 })
    expect((await partitionsOf('outbox')).length).toBeGreaterThan(5)
    await runJobs(14 * HOUR)
    expect(await pg.sql('SELECT sent FROM desk.outbox')).toEqual([{ sent: false }])
  })

  it('are dropped as soon as no transaction is in the way, and writers go on meanwhile', async () => {
    await addPast('outbox', 3)
    await insertOutbox(60, true)
    const reader = new Client({ ...pg.admin })
    await reader.connect()
    await reader.query('BEGIN')
    await reader.query('SELECT count(*) FROM desk.outbox')
    const count = async () => (await partitionsOf('outbox')).length
    const before = await count()
    let isDropped = false
    const dropping = keepPartitions(
      { db: ports.db, table: 'outbox', now: new Date(), keepMs: 12 * HOUR },
      signal,
    )
    const dropped = dropping.then(() => (isDropped = true))
    for (const key of ['a', 'b', 'c'])
      await ports.db.withTenant(ACME, (tx) => ports.events.append(tx, [settingChanged(1, key)]))
    expect([isDropped, await count()]).toEqual([false, before])
    await reader.query('COMMIT')
    await reader.end()
    await dropped
    expect(await count()).toBeLessThan(before)
    expect(await pg.sql('SELECT count(*)::int AS n FROM desk.outbox WHERE NOT sent')).toEqual([{ n: 3 }])
  })
})

it('a job that waits for a lock ends when it is told to', async () => {
  await addPast('outbox', 3)
  const reader = new Client({ ...pg.admin })
  await reader.connect()
  await reader.query('BEGIN')
  await reader.query('SELECT count(*) FROM desk.outbox')
  const stopping = new AbortController()
  const before = await partitionsOf('outbox')
  const retention = { db: ports.db, table: 'outbox', now: new Date(), keepMs: 12 * HOUR }
  const ended = keepPartitions(retention, stopping.signal)
  stopping.abort()
  await ended
  expect(await partitionsOf('outbox')).toEqual(before)
  await reader.end()
})

describe('a claim', () => {
  it('is taken once, on either side of midnight, days later, and until its eight days are over', async () => {
    await addPast('inbox', 9)
    const midnight = new Date(Math.floor(Date.now() / DAY) * DAY)
    const ids = [
      idAt(new Date(midnight.getTime() - 1)),
      idAt(midnight),
      idAt(new Date(midnight.getTime() - 7 * DAY)),
    ]
    for (const id of ids) expect(await claim(id)).toBe(true)
    expect(Object.keys(await partitionNow('inbox'))).toHaveLength(3)
    for (const aheadMs of [0, DAY, 7 * DAY]) {
      await runJobs(aheadMs)
      for (const id of ids) expect(await claim(id)).toBe(false)
    }
    await runJobs(10 * DAY)
    expect(await partitionNow('inbox')).toEqual({})
  })

  it('lasts eight days from when it was taken, however old its event', async () => {
    const old = idAt(new Date(Date.now() - 300 * DAY))
    expect(await claim(old)).toBe(true)
    expect(await partitionNow('inbox')).toEqual({ inbox_default: 1 })
    await runJobs(7.9 * DAY)
    expect(await claim(old)).toBe(false)
    await runJobs(8.1 * DAY)
    expect(await claim(old)).toBe(true)
  })

  it('stays taken where its event came late to a day whose partition goes', async () => {
    await addPast('inbox', 12)
    const late = idAt(new Date(Date.now() - 11 * DAY))
    const usual = idAt(new Date(Date.now() - 11 * DAY))
    expect([await claim(late), await claim(usual)]).toEqual([true, true])
    await pg.sql(`UPDATE desk.inbox SET claimed_at = now() - interval '10 days' WHERE event_id = $1`, [usual])
    await runJobs(0)
    expect(await partitionNow('inbox')).toEqual({ inbox_default: 1 })
    expect(await claim(late)).toBe(false)
  })

  it('is not doubled by a partition that is made after it', async () => {
    const soon = idAt(new Date(Date.now() + 6 * DAY))
    expect(await claim(soon)).toBe(true)
    await runJobs(4 * DAY)
    expect(await claim(soon)).toBe(false)
    expect(await partitionNow('inbox')).toEqual({ inbox_default: 1 })
  })
})

it('a dead event of a day without a partition is parked once, listed and dropped after 30 days', async () => {
  const subscription: Subscription = {
    group: 'desk.settings',
    topic: 'auth',
    cases: ['settingChanged'],
    handle: () => Promise.reject(new Error('no')),
  }
  const transport = createInProcessTransport({
    consumers: [{ subscription, db: ports.db }],
    retryDelaysMs: [],
  })
  const relay = startRelay({ db: pg.db('desk'), transport })
  pg.onClose(async () => {
    await transport.stop()
    await relay.stop()
  })
  const event = { ...settingChanged(1, 'k'), eventId: idAt(new Date(Date.now() - 40 * DAY)) }
  await ports.db.withTenant(ACME, (tx) => ports.events.append(tx, [event, event]))
  const deadEvents = createDeadEvents(ports.db, [subscription])
  const listed = () => deadEvents.list({ size: 10 })
  await waitFor(async () => (await listed()).items.length > 0 && (await relay.pending()).length === 0)
  expect((await listed()).items.map(({ eventId }) => eventId)).toEqual([event.eventId])
  await runJobs(29 * DAY)
  expect((await listed()).items).toHaveLength(1)
  await runJobs(31 * DAY)
  expect((await listed()).items).toEqual([])
})
