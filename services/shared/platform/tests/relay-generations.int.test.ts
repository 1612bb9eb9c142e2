import { companyId } from '@balcao/contracts'
import { deskEvent } from '@balcao/contracts/wire'
import {
  createInProcessTransport,
  startRelay,
  type EventTransport,
  type PgDatabase,
  type Relay,
} from '@balcao/platform'
import { testDatabase, testPorts, waitFor, type TestDatabase } from '@balcao/testkit'
import { Client } from 'pg'

import { SWITCH_APPLICATION, SwitchLock } from '../src/events/kafka/generations/switch-lock'
import { SwitchLocks } from '../src/events/kafka/generations/switch-locks'
import { HeldTransport } from './held-transport'

const SCHEMAS = [{ schema: 'desk', migrations: [] }]

let count = 0
const appendTo = (pg: TestDatabase) => {
  const ports = testPorts(pg, 'desk')
  const of = { companyId: companyId(1), orderingKey: `setting:${(count += 1)}` }
  const event = deskEvent(ports, of, 'settingChanged', { key: 'k', value: 'v' })
  return ports.db.withTenant(companyId(1), (tx) => ports.events.append(tx, [event]))
}
const countUnsentOf = async (pg: TestDatabase) => {
  const [row] = await pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM desk.outbox WHERE NOT sent')
  return row?.n
}

describe('a relay whose topics have generations', () => {
  let pg: TestDatabase
  let relays: Relay[] = []
  let locks: SwitchLock[] = []

  beforeAll(async () => {
    pg = await testDatabase(SCHEMAS)
  })
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await Promise.all(locks.map((lock) => lock.close()))
    relays = []
    locks = []
    await pg.sql('TRUNCATE desk.outbox, desk.topic_generations')
  })

  const start = (transport: EventTransport) => {
    relays.push(startRelay({ db: pg.db('desk'), transport }))
  }
  const openLock = async () => {
    const lock = await SwitchLock.open(pg.admin, 'desk')
    locks.push(lock)
    return lock
  }
  const append = () => appendTo(pg)
  const countUnsent = () => countUnsentOf(pg)
  const killSessions = (application: string) =>
    pg.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      application,
    ])
  const switchTo = async (generation: number) => {
    const lock = await openLock()
    await lock.takeFromRelays(60_000)
    await lock.writeGeneration('auth', generation)
    await lock.release()
  }

  it('publishes to the declared one', async () => {
    await pg.sql(`INSERT INTO desk.topic_generations VALUES ('auth', 3)`)
    const transport = new HeldTransport()
    start(transport)
    await append()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[3]])
  })

  it('stops while a command has the lock, and goes on with the next', async () => {
    const [one, other] = [new HeldTransport(), new HeldTransport()]
    start(one)
    start(other)
    const lock = await openLock()
    await waitFor(async () => {
      const { relays: seats, holders } = await lock.countRelays()
      return seats === 2 && holders === 2
    })
    await append()
    await waitFor(async () => (await countUnsent()) === 0)
    await lock.takeFromRelays(60_000)
    await append()
    // Relays read again at once: what they do not do is seen after they have asked for the lock.
    await waitFor(async () => (await lock.countRelays()).relays === 2)
    expect(await countUnsent()).toBe(1)
    await lock.writeGeneration('auth', 2)
    await lock.release()
    await waitFor(async () => (await countUnsent()) === 0)
    expect([...one.list(), ...other.list()].sort()).toEqual([[1], [2]])
  })

  it.each(['waits for the lock', 'has it'])(
    'goes on as before when the command is killed that %s',
    async (when) => {
      const transport = new HeldTransport()
      start(transport)
      await append()
      await waitFor(async () => (await countUnsent()) === 0)
      const lock = await openLock()
      let taking: Promise<void> | undefined
      if (when === 'has it') await lock.takeFromRelays(60_000)
      else {
        // A row in flight keeps the relay.
        transport.isAcknowledging = false
        await append()
        await waitFor(() => transport.published.length === 2)
        taking = lock.takeFromRelays(60_000)
        taking.catch(() => undefined)
        await waitFor(async () => {
          const waiting = await pg.sql(
            `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
            [SWITCH_APPLICATION],
          )
          return waiting.length === 1
        })
      }
      await killSessions(SWITCH_APPLICATION)
      await expect(taking ?? Promise.reject(new Error('killed'))).rejects.toThrow()
      transport.isAcknowledging = true
      transport.published.at(-1)?.acknowledge()
      await append()
      await waitFor(async () => (await countUnsent()) === 0)
      expect(new Set(transport.list().flat())).toEqual(new Set([1]))
    },
  )

  it('publishes again what was not acknowledged in time, and hears no more of what it sent before', async () => {
    const transport = new HeldTransport()
    transport.isAcknowledging = false
    start(transport)
    await append()
    await waitFor(() => transport.published.length === 1)
    await switchTo(2)
    await waitFor(() => transport.published.length === 2)
    expect(transport.forgotten).toBeGreaterThan(0)
    transport.published[0]?.acknowledge()
    transport.isAcknowledging = true
    await append()
    await waitFor(async () => (await countUnsent()) === 1)
    transport.published[1]?.acknowledge()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[1, 2], [2]])
  })

  it('does the same when it had lost its connection meanwhile', async () => {
    const transport = new HeldTransport()
    transport.isAcknowledging = false
    start(transport)
    await append()
    await waitFor(() => transport.published.length === 1)
    const lock = await openLock()
    const taking = lock.takeFromRelays(60_000)
    await killSessions('balcao desk relay')
    await taking
    transport.published[0]?.acknowledge()
    await lock.writeGeneration('auth', 2)
    await lock.release()
    await waitFor(() => transport.published.length === 2)
    expect(await countUnsent()).toBe(1)
    transport.published[1]?.acknowledge()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[1, 2]])
  })

  it('keeps its rows in flight when it comes back to the same one', async () => {
    const transport = new HeldTransport()
    transport.isAcknowledging = false
    start(transport)
    await append()
    await waitFor(() => transport.published.length === 1)
    await killSessions('balcao desk relay')
    const lock = await openLock()
    await waitFor(async () => (await lock.countRelays()).holders === 1)
    transport.published[0]?.acknowledge()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[1]])
  })

  it('stops at once while a command has the lock', async () => {
    const lock = await openLock()
    await lock.takeFromRelays(60_000)
    const relay = startRelay({ db: pg.db('desk'), transport: new HeldTransport() })
    await waitFor(async () => (await lock.countRelays()).relays === 1)
    await relay.stop()
  })
})

describe('a relay on a primary that is not the first', () => {
  let first: TestDatabase
  let pg: TestDatabase
  let relay: Relay | undefined
  let lock: SwitchLock | undefined

  beforeAll(async () => {
    ;[first, pg] = [await testDatabase(SCHEMAS), await testDatabase(SCHEMAS)]
  })
  afterEach(async () => {
    await relay?.stop()
    await lock?.close()
    ;[relay, lock] = [undefined, undefined]
    for (const one of [first, pg])
      await one.sql('TRUNCATE desk.outbox, desk.topic_generations, desk.prepared_generations')
  })

  const start = () => {
    const transport = new HeldTransport()
    relay = startRelay({ db: pg.db('desk'), first: first.db('desk'), transport })
    return transport
  }
  const countUnsent = () => countUnsentOf(pg)
  const countSessions = async () => {
    const [row] = await first.sql<{ n: number }>(
      'SELECT sessions::int AS n FROM pg_stat_database WHERE datname = current_database()',
    )
    return row?.n ?? 0
  }
  const prepare = () => pg.sql(`INSERT INTO desk.prepared_generations VALUES ('auth', 2)`)

  it('begins what was prepared there and the first one has declared', async () => {
    await prepare()
    await first.sql(`INSERT INTO desk.topic_generations VALUES ('auth', 2)`)
    await appendTo(pg)
    const transport = start()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[2]])
  })

  it('stays in its generation where the first one has declared nothing', async () => {
    await prepare()
    await appendTo(pg)
    const transport = start()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[1]])
  })

  it.each([
    ['declared', 2],
    ['given up', 1],
  ])('waits while a command has the lock of the first one, until it has %s', async (_how, generation) => {
    lock = await SwitchLock.open(first.admin, 'desk')
    await lock.takeFromRelays(60_000)
    await prepare()
    await appendTo(pg)
    const before = await countSessions()
    const transport = start()
    await waitFor(async () => (await countSessions()) > before + 1)
    expect(await countUnsent()).toBe(1)
    if (generation === 2) await lock.writeGeneration('auth', 2)
    await lock.release()
    await waitFor(async () => (await countUnsent()) === 0)
    expect(transport.list()).toEqual([[generation]])
  })

  it('waits while something is prepared and the first one is away, and asks nobody otherwise', async () => {
    const away = { ...first.db('desk'), server: { ...first.admin, port: 1 } } as PgDatabase
    const heard: string[] = []
    const transport = new HeldTransport()
    const log = (message: string) => void heard.push(message)
    await appendTo(pg)
    relay = startRelay({ db: pg.db('desk'), first: away, transport, log })
    await waitFor(async () => (await countUnsent()) === 0)
    await relay.stop()
    await prepare()
    await appendTo(pg)
    relay = startRelay({ db: pg.db('desk'), first: away, transport, log })
    await waitFor(() => heard.some((message) => message.includes('could not be asked: Error: connect')))
    expect(await countUnsent()).toBe(1)
  })
})

describe('a command for three primaries', () => {
  let all: [TestDatabase, TestDatabase, TestDatabase]
  let relays: Relay[] = []
  let locks: SwitchLocks | undefined

  beforeAll(async () => {
    all = [await testDatabase(SCHEMAS), await testDatabase(SCHEMAS), await testDatabase(SCHEMAS)]
  })
  afterEach(async () => {
    await locks?.close()
    await Promise.all(relays.map((relay) => relay.stop()))
    relays = []
    for (const one of all)
      await one.sql('TRUNCATE desk.outbox, desk.topic_generations, desk.prepared_generations')
  })

  const openLocks = async () => {
    const [first, b, c] = all
    locks = await SwitchLocks.open([first.admin, b.admin, c.admin], 'desk')
    await locks.takeFromRelays(60_000)
    return locks
  }
  const lose = (on: TestDatabase) =>
    all[0].sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = $2',
      [SWITCH_APPLICATION, on.admin.database],
    )
  /** An event on each, after the command has ended: the generations that they are published to. */
  const listPublished = async () => {
    const [first] = all
    const published = all.map(async (one) => {
      const transport = new HeldTransport()
      const options = { db: one.db('desk'), transport }
      relays.push(startRelay(one === first ? options : { ...options, first: first.db('desk') }))
      await appendTo(one)
      await waitFor(async () => (await countUnsentOf(one)) === 0)
      return transport.list()
    })
    return (await Promise.all(published)).flat(2)
  }
  const countPrepared = async () =>
    (await Promise.all(all.map((one) => one.sql('SELECT FROM desk.prepared_generations')))).map(
      ({ length }) => length,
    )

  it('prepares on one and loses the other: all stay in their generation', async () => {
    const opened = await openLocks()
    await lose(all[2])
    await expect(opened.prepare('auth', 2)).rejects.toThrow()
    await waitFor(async () => (await countPrepared())[1] === 1)
    await opened.close()
    expect(await countPrepared()).toEqual([0, 1, 0])
    expect(await listPublished()).toEqual([1, 1, 1])
  })

  it('loses one before the first declares: all begin the next', async () => {
    const opened = await openLocks()
    await opened.prepare('auth', 2)
    await lose(all[2])
    await opened.decide('auth', 2)
    await expect(opened.declare('auth', 2)).rejects.toThrow()
    await opened.close()
    expect(await countPrepared()).toEqual([0, 1, 1])
    expect(await listPublished()).toEqual([2, 2, 2])
  })

  it('tells of the one that it cannot reach, and holds no lock afterwards', async () => {
    const [first, b] = all
    const away = { ...b.admin, port: 1 }
    await expect(SwitchLocks.open([first.admin, b.admin, away], 'desk')).rejects.toThrow('connect')
    await openLocks()
  })
})

describe('a command', () => {
  let pg: TestDatabase
  beforeAll(async () => {
    pg = await testDatabase(SCHEMAS)
  })

  it('is alone', async () => {
    const first = await SwitchLock.open(pg.admin, 'desk')
    await expect(SwitchLock.open(pg.admin, 'desk')).rejects.toThrow('another run')
    await first.close()
    await waitFor(async () => (await SwitchLock.open(pg.admin, 'desk')).close().then(() => true))
  })

  it('gives up on a relay that does not stop in time', async () => {
    const lock = await SwitchLock.open(pg.admin, 'desk')
    const hanging = new Client({ ...pg.admin })
    await hanging.connect()
    await hanging.query(`SELECT pg_advisory_lock_shared(hashtext('balcao generations desk'), 0)`)
    await expect(lock.takeFromRelays(100)).rejects.toThrow(/^a relay of desk on \S+ did not stop in time$/)
    await hanging.end()
    await lock.takeFromRelays(60_000)
    await lock.close()
  })

  it('sees relays that know no generations', async () => {
    const transport = createInProcessTransport({ consumers: [] })
    const relay = startRelay({ db: pg.db('desk'), transport })
    const lock = await SwitchLock.open(pg.admin, 'desk')
    await waitFor(async () => (await lock.countRelays()).relays === 1)
    expect(await lock.countRelays()).toEqual({ relays: 1, holders: 0 })
    await relay.stop()
    await lock.close()
  })
})
