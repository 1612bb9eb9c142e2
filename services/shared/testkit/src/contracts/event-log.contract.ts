import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { companyId } from '@balcao/contracts'
import { deskEvent, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Delivery, type Subscription } from '@balcao/kernel'
import {
  createEventLog,
  createIds,
  createInbox,
  createOutboxHints,
  execute,
  query,
  startRelay,
  type Consumer,
  type EventTransport,
  type Relay,
} from '@balcao/platform'

import { testDatabase, type TestDatabase } from '../database/test-database'
import { fixedClock } from '../fakes/fixed-clock'
import { waitFor } from '../wait-for'

export interface EventLogDriver {
  name: string
  /** A transport that delivers to these consumers, with these waits between tries. */
  open(options: { consumers: readonly Consumer[]; retryDelaysMs: readonly number[] }): EventTransport
}

/** The whole suite of the issue; fewer with EVENT_LOG_EVENTS while developing. */
const EVENTS = Number(process.env['EVENT_LOG_EVENTS'] ?? 100_000)
const WRITERS = 12
const AGGREGATES = 60
const QUICK = [5, 10, 20, 40]
const acme = companyId(7)

const sets = [
  {
    schema: 'producer',
    migrations: [
      {
        name: '20260901T100000-create-aggregates',
        up: `CREATE TABLE aggregates (id integer PRIMARY KEY, n integer NOT NULL);
             INSERT INTO aggregates SELECT id, 0 FROM generate_series(0, ${AGGREGATES - 1}) AS id;`,
      },
    ],
  },
  {
    schema: 'consumer',
    migrations: [
      {
        name: '20260901T100000-create-effects',
        up: `CREATE TABLE effects (id integer PRIMARY KEY, n integer NOT NULL);
             INSERT INTO effects SELECT id, 0 FROM generate_series(0, ${AGGREGATES - 1}) AS id;
             CREATE TABLE disorder (id integer NOT NULL, n integer NOT NULL);`,
      },
    ],
  },
]

/** The promises of the event log, on any transport: nothing lost, nothing doubled, order per key, poison alone. */
export function describeEventLog(driver: EventLogDriver): void {
  describe(`the event log on ${driver.name}`, () => {
    const stamp = { ids: createIds(), clock: fixedClock() }
    const inbox = createInbox()
    const hints = createOutboxHints()
    const log = createEventLog('producer', hints)
    const running = new Set<{ relay: Relay; transport: EventTransport }>()
    let pg: TestDatabase

    beforeAll(async () => {
      pg = await testDatabase(sets)
    }, 30_000)
    beforeEach(async () => {
      await pg.sql('TRUNCATE producer.outbox, consumer.inbox, consumer.dead_events, consumer.disorder')
      await pg.sql('UPDATE producer.aggregates SET n = 0')
      await pg.sql('UPDATE consumer.effects SET n = 0')
    })
    afterEach(async () => {
      for (const rig of running) {
        await rig.relay.stop()
        await rig.transport.stop()
      }
      running.clear()
    })

    const start = (subscriptions: Subscription[], retryDelaysMs: readonly number[] = QUICK) => {
      const consumers = subscriptions.map((subscription) => ({ subscription, db: pg.db('consumer') }))
      const transport = driver.open({ consumers, retryDelaysMs })
      const rig = { transport, relay: startRelay({ db: pg.db('producer'), transport, hints }) }
      running.add(rig)
      return rig
    }
    const subscribe = (purpose: string, handle: (delivery: Delivery) => Promise<void>): Subscription => ({
      group: `consumer.${purpose}`,
      topic: 'auth',
      cases: ['settingChanged'],
      handle,
    })
    const numbered = (key: string, n: number) =>
      deskEvent(stamp, acme, key, 'settingChanged', { key, value: String(n) })
    const append = (events: readonly DeskEvent[]) =>
      pg.db('producer').withTenant(acme, (tx) => log.append(tx, events))
    const seenAs = (event: DeskEvent) =>
      event.body.$case === 'settingChanged'
        ? `${event.body.value.key}#${event.body.value.value}`
        : event.body.$case
    const countUnsent = async () =>
      (await pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM producer.outbox WHERE NOT sent'))[0]?.n ??
      -1
    const settled = (timeoutMs?: number) => waitFor(async () => (await countUnsent()) === 0, timeoutMs)

    /** One business transaction: locks its aggregate, counts it up, appends; now and then slow to commit, now and then undone. */
    const writeSome = async (most: number): Promise<number> => {
      const [id, times] = [
        Math.floor(Math.random() * AGGREGATES),
        Math.min(most, 1 + Math.floor(Math.random() * 9)),
      ]
      const isUndone = Math.random() < 0.05
      const work = pg.db('producer').withTenant(acme, async (tx) => {
        const [row] = await query<{ n: number }>(
          tx,
          'UPDATE aggregates SET n = n + $2 WHERE id = $1 RETURNING n',
          [id, times],
        )
        const last = row?.n ?? 0
        await log.append(
          tx,
          Array.from({ length: times }, (_, index) => numbered(`ticket:${id}`, last - times + 1 + index)),
        )
        if (Math.random() < 0.1) await delay(Math.random() * 10)
        if (isUndone) throw new AppError('ERR_NOT_FOUND')
      })
      await work.catch((error: unknown) => {
        if (!isUndone) throw error
      })
      return isUndone ? 0 : times
    }

    /** The effect of number n is possible only right after n − 1: a loss, a double and a disorder all show. */
    const countEffect =
      (isAlive: () => boolean) =>
      async ({ event }: Delivery) => {
        const [key = '', n] = seenAs(event).split('#')
        const id = Number(key.split(':')[1])
        await pg.db('consumer').withTenant(acme, async (tx) => {
          if (!(await inbox.claim(tx, 'consumer.effects', event.eventId))) return
          const done = await execute(tx, 'UPDATE effects SET n = $2 WHERE id = $1 AND n = $2 - 1', [
            id,
            Number(n),
          ])
          if (done !== 1) await execute(tx, 'INSERT INTO disorder (id, n) VALUES ($1, $2)', [id, Number(n)])
          // Where a killed process would have been: neither committed nor answered.
          if (!isAlive()) throw new Error('killed')
        })
        if (!isAlive()) throw new Error('killed')
      }

    it(`carries ${EVENTS} events of ${WRITERS} writers through kills: none lost, none doubled, in order`, async () => {
      let written = 0
      let isWriting = true
      let kills = 0
      const writer = async () => {
        while (written < EVENTS) {
          const most = Math.min(9, EVENTS - written)
          written += most
          const made = await writeSome(most)
          written += made - most
        }
      }
      const killer = async () => {
        while (isWriting || (await countUnsent()) > 0) {
          let isAlive = true
          const rig = start([
            subscribe(
              'effects',
              countEffect(() => isAlive),
            ),
          ])
          await Promise.race([delay(100 + Math.random() * 1_500), settledAfterWriting()])
          isAlive = false
          kills += 1
          // Not awaited: as after a kill, the old handlers' transactions may still be open when the next relay begins.
          void rig.transport.stop()
          await rig.relay.abort()
          running.delete(rig)
        }
      }
      const settledAfterWriting = async () => {
        while (isWriting || (await countUnsent()) > 0) await delay(100)
      }
      const killing = killer()
      await Promise.all(Array.from({ length: WRITERS }, writer))
      isWriting = false
      await killing

      const [made] = await pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM producer.aggregates')
      const lost = await pg.sql(
        'SELECT a.id, a.n AS written, e.n AS applied FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
      )
      expect(made?.n).toBe(written)
      expect(written).toBeGreaterThanOrEqual(EVENTS)
      expect(lost).toEqual([])
      expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
      expect(await pg.sql('SELECT consumer FROM consumer.dead_events')).toEqual([])
      expect(kills).toBeGreaterThan(Math.min(20, EVENTS / 5_000))
    }, 300_000)

    it('parks a poison event after 5 tries and goes on with its key', async () => {
      const tries: number[] = []
      const handled: string[] = []
      start([
        subscribe('effects', async ({ event, attempt }) => {
          if (seenAs(event) === 'ticket:1#2') {
            tries.push(attempt)
            throw new Error('poison')
          }
          handled.push(seenAs(event))
        }),
      ])
      await append([1, 2, 3].map((n) => numbered('ticket:1', n)))
      await settled()
      expect(tries).toEqual([1, 2, 3, 4, 5])
      expect(handled).toEqual(['ticket:1#1', 'ticket:1#3'])
      const dead = await pg.sql(
        'SELECT consumer, ordering_key, company_id, attempts, error FROM consumer.dead_events',
      )
      expect(dead).toEqual([
        {
          consumer: 'consumer.effects',
          ordering_key: 'ticket:1',
          company_id: 7,
          attempts: 5,
          error: 'Error: poison',
        },
      ])
    })

    it('delays no other key while a poison event waits', async () => {
      const handled: string[] = []
      start(
        [
          subscribe('effects', async ({ event }) => {
            if (seenAs(event).startsWith('ticket:1#')) throw new Error('poison')
            handled.push(seenAs(event))
          }),
        ],
        [1_000_000],
      )
      // More of the poisoned key than a relay reads at once, all of them older than the others.
      await append(Array.from({ length: 1_500 }, (_, n) => numbered('ticket:1', n)))
      const others = Array.from({ length: 400 }, (_, n) => numbered(`ticket:${2 + (n % 20)}`, n))
      await append(others)
      await waitFor(() => handled.length === others.length)
      for (let key = 2; key < 22; key += 1) {
        const mine = handled.filter((seen) => seen.startsWith(`ticket:${key}#`))
        expect(mine).toEqual(others.map(seenAs).filter((seen) => seen.startsWith(`ticket:${key}#`)))
      }
      expect(await waitFor(async () => (await countUnsent()) === 1_500)).toBe(true)
    })

    it('delays no other group while one hangs, and keeps the row until all are done', async () => {
      const gate = new AbortController()
      const [slow, quick]: [string[], string[]] = [[], []]
      start([
        subscribe('slow', async ({ event }) => {
          if (!gate.signal.aborted) await once(gate.signal, 'abort')
          slow.push(seenAs(event))
        }),
        subscribe('quick', async ({ event }) => void quick.push(seenAs(event))),
      ])
      const events = Array.from({ length: 300 }, (_, n) => numbered(`ticket:${n % 30}`, n))
      await append(events)
      await waitFor(() => quick.length === events.length)
      expect(await countUnsent()).toBe(events.length)
      gate.abort()
      await settled()
      expect(slow).toHaveLength(events.length)
    })

    it('does not count a failure of what the consumer depends on', async () => {
      const tries: number[] = []
      let isAway = true
      start(
        [
          subscribe('effects', async ({ attempt }) => {
            tries.push(attempt)
            if (isAway) throw new AppError('ERR_UNAVAILABLE')
          }),
        ],
        [1, 1, 1, 1],
      )
      await append([numbered('ticket:1', 1)])
      await waitFor(() => tries.length > 12)
      isAway = false
      await settled()
      expect(new Set(tries)).toEqual(new Set([1]))
      expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
    })

    it('skips bodies it does not know and cases nobody asked for', async () => {
      const handled: string[] = []
      start([subscribe('effects', async ({ event }) => void handled.push(seenAs(event)))])
      const known = numbered('ticket:1', 1)
      await append([
        known,
        deskEvent(stamp, acme, 'ticket:1', 'userDeleted', { userId: 3 }),
        numbered('ticket:1', 2),
      ])
      await pg.sql(
        `INSERT INTO producer.outbox (id, company_id, ordering_key, shard, topic, type, body)
         SELECT gen_random_uuid(), company_id, ordering_key, shard, topic, type, '{"eventId":"x","companyId":7,"fromTheFuture":{}}' FROM producer.outbox WHERE id = $1`,
        [known.eventId],
      )
      await settled()
      expect(handled).toEqual(['ticket:1#1', 'ticket:1#2'])
      expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
    })

    it('parks an event that names another company than its row', async () => {
      const handled: string[] = []
      start([subscribe('effects', async ({ event }) => void handled.push(seenAs(event)))])
      await append([numbered('ticket:1', 1)])
      await settled()
      await pg.sql('UPDATE producer.outbox SET company_id = 8, id = gen_random_uuid(), sent = false')
      await settled()
      expect(handled).toEqual(['ticket:1#1'])
      expect(await pg.sql('SELECT company_id, attempts FROM consumer.dead_events')).toEqual([
        { company_id: 8, attempts: 5 },
      ])
    })

    it('goes on after its connections were cut', async () => {
      const handled = new Set<string>()
      start([subscribe('effects', async ({ event }) => void handled.add(seenAs(event)))])
      await append([numbered('ticket:1', 1)])
      await settled()
      await pg.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'balcao\\_%'",
      )
      await append([numbered('ticket:1', 2)])
      await settled()
      expect([...handled]).toEqual(['ticket:1#1', 'ticket:1#2'])
    })

    it('has one relay at work per shard; another takes over when it goes', async () => {
      const [first, second]: [string[], string[]] = [[], []]
      const active = start([subscribe('effects', async ({ event }) => void first.push(seenAs(event)))])
      await append([numbered('ticket:1', 1)])
      await settled()
      start([subscribe('effects', async ({ event }) => void second.push(seenAs(event)))])
      const events = Array.from({ length: 200 }, (_, n) => numbered(`ticket:${n}`, n))
      await append(events)
      await settled()
      expect([first.length, second.length]).toEqual([events.length + 1, 0])
      await active.relay.stop()
      await append([numbered('ticket:1', 2)])
      await settled(10_000)
      expect(second).toEqual(['ticket:1#2'])
    }, 20_000)
  })
}
