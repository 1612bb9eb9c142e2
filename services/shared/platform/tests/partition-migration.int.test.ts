import { companyId } from '@balcao/contracts'
import { deskEvent, encodeEvent, type DeskEvent } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'
import { createDeadEvents, createInProcessTransport, migrate, startRelay } from '@balcao/platform'
import { testDatabase, testPorts, waitFor, type TestDatabase, type TestPorts } from '@balcao/testkit'

import { platformMigrations } from '../src/postgres/platform-migrations'

/* The tables as the version before partitions left them, with its rows. */
const BEFORE_PARTITIONS = '00000000T000008'
const EVENTS = 400
const SENT = 300
const company = companyId(7)
const GROUP = 'grown.settings'

let pg: TestDatabase
let ports: TestPorts
const events: DeskEvent[] = []

async function createVersionBefore(): Promise<void> {
  const old = platformMigrations.filter(({ name }) => name < BEFORE_PARTITIONS)
  await pg.sql(`DROP SCHEMA grown CASCADE;
    CREATE SCHEMA grown;
    CREATE TABLE grown.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`)
  for (const { name, up } of old) {
    await pg.sql(`SET search_path = grown; ${up}; RESET search_path`)
    await pg.sql('INSERT INTO grown.migrations (name) VALUES ($1)', [name])
  }
  await pg.sql('GRANT USAGE ON ALL SEQUENCES IN SCHEMA grown TO balcao_grown')
}

async function insertEvents(): Promise<void> {
  for (let n = 0; n < EVENTS; n += 1)
    events.push(
      deskEvent(ports, { companyId: company, orderingKey: `setting:${n % 10}` }, 'settingChanged', {
        key: `${n % 10}`,
        value: String(n),
      }),
    )
  for (const [n, event] of events.entries())
    await pg.sql(
      `INSERT INTO grown.outbox (id, company_id, ordering_key, shard, topic, type, body, created_at, sent)
       VALUES ($1, 7, $2, 0, 'auth', 'settingChanged', $3, now() - interval '1 hour', $4)`,
      [event.eventId, event.orderingKey, JSON.stringify(encodeEvent(event)), n < SENT],
    )
  await pg.sql(
    'INSERT INTO grown.inbox (consumer, event_id) SELECT $1, id FROM grown.outbox WHERE seq <= $2',
    [GROUP, SENT + 50],
  )
  await pg.sql(
    `INSERT INTO grown.dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
     SELECT $1, id, company_id, ordering_key, topic, type, body, 5, 'Error' FROM grown.outbox WHERE seq IN (3, 5)`,
    [GROUP],
  )
}

const read = (table: string, order: string) =>
  // `claimed_for` came later.
  pg.sql(`SELECT to_jsonb(t) - 'claimed_for' AS row FROM grown.${table} t ORDER BY ${order}`)

const readAll = async () => [
  await read('outbox', 'seq'),
  await read('inbox', 'consumer, event_id'),
  await read('dead_events', 'id'),
]

const partitions = (table: string) =>
  pg.sql<{ name: string; bound: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'grown.${table}'::regclass ORDER BY 1`,
  )

beforeAll(async () => {
  pg = await testDatabase([{ schema: 'grown', migrations: [] }])
  ports = testPorts(pg, 'grown')
  await createVersionBefore()
  await insertEvents()
  // A key ahead of the clock has no place in the first partition.
  await pg.sql(
    `INSERT INTO grown.inbox (consumer, event_id) VALUES ('grown.odd', 'ffffffff-0000-7000-8000-000000000000')`,
  )
})

describe('a database of the version before', () => {
  it('keeps every row, as the first partition', async () => {
    const before = await readAll()
    await migrate([{ schema: 'grown', migrations: [] }], { admin: pg.admin })
    expect(await readAll()).toEqual(before)
    for (const table of ['outbox', 'inbox', 'dead_events'])
      expect((await partitions(table)).filter(({ bound }) => bound.includes('MINVALUE'))).toHaveLength(1)
    expect(
      await pg.sql('SELECT tableoid::regclass::text AS name FROM grown.inbox WHERE consumer = $1', [
        'grown.odd',
      ]),
    ).toEqual([{ name: 'grown.inbox_default' }])
  })

  it('delivers what was unsent, once and in order, and knows what was handled', async () => {
    const handled: string[] = []
    const subscription: Subscription = {
      group: GROUP,
      topic: 'auth',
      cases: ['settingChanged'],
      handle: ({ event }) =>
        ports.db.withTenant(company, async (tx) => {
          if (await ports.inbox.claim(tx, GROUP, event.eventId)) handled.push(event.eventId)
        }),
    }
    const transport = createInProcessTransport({ consumers: [{ subscription, db: ports.db }] })
    const relay = startRelay({ db: pg.db('grown'), transport })
    const isQuiet = async () => (await relay.pending()).length === 0 && transport.pending().length === 0
    expect(await waitFor(isQuiet)).toBe(true)
    const ids = events.map(({ eventId }) => eventId)
    expect(handled.filter((id) => ids.includes(id)).sort()).toEqual(ids.slice(SENT + 50).sort())
    const keys = new Map(events.map(({ eventId, orderingKey }) => [eventId, orderingKey]))
    for (const key of new Set(keys.values())) {
      const mine = handled.filter((id) => keys.get(id) === key)
      expect(mine).toEqual([...mine].sort())
    }
    // Everything told again, as after a broker that came back empty.
    const before = handled.length
    await pg.sql('UPDATE grown.outbox SET sent = false')
    expect(await waitFor(isQuiet)).toBe(true)
    expect(handled.slice(before).sort()).toEqual(ids.slice(0, SENT).filter((_, n) => n >= SENT + 50))
    await transport.stop()
    await relay.stop()
    const dead = createDeadEvents(ports.db, [subscription])
    const { items } = await dead.list({ size: 10 })
    expect(items.map(({ id }) => id)).toEqual([2, 1])
    expect(await dead.replay(2)).toEqual({ handled: true })
  })

  it('numbers new rows after the old ones', async () => {
    await ports.db.withTenant(company, (tx) =>
      ports.events.append(tx, [
        deskEvent(ports, { companyId: company, orderingKey: 'k' }, 'settingChanged', {
          key: 'k',
          value: 'v',
        }),
      ]),
    )
    const [newest] = await pg.sql<{ seq: string }>('SELECT max(seq)::int AS seq FROM grown.outbox')
    expect(newest?.seq).toBe(EVENTS + 1)
  })
})
