import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { companyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { testDatabase, type TestDatabase } from '../database/test-database'
import { waitFor } from '../wait-for'
import { EventLogRig, eventLogSchemas, eventLabel, subscribe, type EventLogDriver } from './event-log-rig'

/** Enough for some twenty kills; the long run has 100,000. */
const USUAL_EVENTS = 20_000
const WRITERS = 12

export interface EventLogSize {
  events?: number
  /** Minimum number of kills while writers run. */
  kills?: number
}

/** Guarantees of the event log on any transport: no loss, no duplicates, order per key, a failing event delays its key only. */
export function describeEventLog(driver: EventLogDriver, size: EventLogSize = {}): void {
  const { events = USUAL_EVENTS, kills: wantedKills = Math.min(21, 2 + Math.floor(events / 5_000)) } = size
  describe(`the event log on ${driver.name}`, () => {
    let pg: TestDatabase
    let rig: EventLogRig

    beforeAll(async () => {
      pg = await testDatabase(eventLogSchemas)
      rig = new EventLogRig(driver, pg)
    })
    beforeEach(() => rig.clean())
    afterEach(() => rig.stop())

    /** Some of the writing is left until each kill, however fast the machine is. */
    const writeAll = async (killsSoFar: () => number): Promise<number> => {
      let [planned, written] = [0, 0]
      const writer = async () => {
        while (planned < events) {
          await waitFor(() => planned < (events * (killsSoFar() + 1)) / wantedKills, 250_000)
          const most = Math.min(9, events - planned)
          planned += most
          const made = await rig.writeSome(most)
          planned += made - most
          written += made
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, writer))
      return written
    }
    const everythingApplied = async () => {
      await waitFor(async () => (await rig.countUnsent()) === 0, 250_000)
      await rig.applied(250_000)
    }
    const isBroker = driver.carriedBy === 'broker'
    const lifeMs = driver.lifeMs ?? 100
    /** Starts relays and kills them at random points until `over`. */
    const killAgainAndAgain = async (over: Promise<unknown>, onKill: () => void): Promise<void> => {
      let isOver = false
      const end = over.then(() => (isOver = true))
      while (!isOver) {
        let isAlive = true
        const log = rig.start([
          subscribe(
            'effects',
            rig.countEffect(() => isAlive),
          ),
        ])
        await Promise.race([delay(lifeMs + Math.random() * 1_500), end])
        isAlive = false
        onKill()
        await rig.kill(log)
      }
    }

    it(`carries ${events} events of ${WRITERS} writers through kills: none lost, none doubled, in order`, async () => {
      let kills = 0
      const writing = writeAll(() => kills)
      await killAgainAndAgain(writing.then(everythingApplied), () => (kills += 1))

      const [made] = await pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM producer.aggregates')
      const lost = await pg.sql(
        'SELECT a.id, a.n AS written, e.n AS applied FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
      )
      expect(made?.n).toBe(await writing)
      expect(made?.n).toBeGreaterThanOrEqual(events)
      expect(lost).toEqual([])
      expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
      expect(await pg.sql('SELECT consumer FROM consumer.dead_events')).toEqual([])
      expect(kills).toBeGreaterThanOrEqual(wantedKills)
    })

    it('parks a failing event after 5 tries and goes on with its key', async () => {
      const tries: number[] = []
      const handled: string[] = []
      rig.start([
        subscribe('effects', async ({ event, attempt }) => {
          if (eventLabel(event) === 'ticket:1#2') {
            tries.push(attempt)
            throw new Error('broken')
          }
          handled.push(eventLabel(event))
        }),
      ])
      await rig.append([1, 2, 3].map((n) => rig.numbered('ticket:1', n)))
      await rig.settled()
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
          error: 'Error: broken',
        },
      ])
    })

    it('delays no other key while a failing event waits', async () => {
      const handled: string[] = []
      rig.start(
        [
          subscribe('effects', async ({ event }) => {
            if (eventLabel(event).startsWith('ticket:1#')) throw new Error('broken')
            handled.push(eventLabel(event))
          }),
        ],
        [1_000_000],
      )
      // More events of the failing key than a relay reads at once, all older than the others.
      await rig.append(Array.from({ length: 1_500 }, (_, n) => rig.numbered('ticket:1', n)))
      const others = Array.from({ length: 400 }, (_, n) => rig.numbered(`ticket:${2 + (n % 20)}`, n))
      await rig.append(others)
      await waitFor(() => handled.length === others.length)
      for (let key = 2; key < 22; key += 1) {
        const mine = handled.filter((seen) => seen.startsWith(`ticket:${key}#`))
        expect(mine).toEqual(others.map(eventLabel).filter((seen) => seen.startsWith(`ticket:${key}#`)))
      }
      expect(await waitFor(async () => (await rig.countUnsent()) === (isBroker ? 0 : 1_500))).toBe(true)
    })

    it('delays no other group while one hangs, and names what it has in hand', async () => {
      const gate = new AbortController()
      const [slow, quick]: [string[], string[]] = [[], []]
      rig.start([
        subscribe('slow', async ({ event }) => {
          if (!gate.signal.aborted) await once(gate.signal, 'abort')
          slow.push(eventLabel(event))
        }),
        subscribe('quick', async ({ event }) => void quick.push(eventLabel(event))),
      ])
      const events = Array.from({ length: 300 }, (_, n) => rig.numbered(`ticket:${n % 30}`, n))
      await rig.append(events)
      try {
        await waitFor(() => quick.length === events.length)
        // A broker's rows are acknowledged when it has them, which may be after their first consumer.
        const unsent = isBroker ? 0 : events.length
        expect(await waitFor(async () => (await rig.countUnsent()) === unsent)).toBe(true)
        expect(rig.pending().join()).toContain('consumer.slow')
      } finally {
        gate.abort()
      }
      await rig.settled()
      expect(slow).toHaveLength(events.length)
    })

    it('does not count a failure of what the consumer depends on', async () => {
      const tries: number[] = []
      let isAway = true
      rig.start(
        [
          subscribe('effects', async ({ attempt }) => {
            tries.push(attempt)
            if (isAway) throw new AppError('ERR_UNAVAILABLE')
          }),
        ],
        [1, 1, 1, 1],
      )
      await rig.append([rig.numbered('ticket:1', 1)])
      await waitFor(() => tries.length > 12)
      isAway = false
      await rig.settled()
      expect(new Set(tries)).toEqual(new Set([1]))
      expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
    })

    it('skips cases without a subscription', async () => {
      const handled: string[] = []
      rig.start([subscribe('effects', async ({ event }) => void handled.push(eventLabel(event)))])
      await rig.append([
        rig.numbered('ticket:1', 1),
        deskEvent(rig.stamp, orderingKeys.ticket(companyId(7), 1), 'userDeleted', { userId: 3 }),
        rig.numbered('ticket:1', 2),
      ])
      await rig.settled()
      expect(handled).toEqual(['ticket:1#1', 'ticket:1#2'])
      expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
    })

    it.each([
      ['a kind', 'fromTheFuture'],
      ['a body', 'settingChanged'],
    ])(
      'keeps %s that it does not know for a newer build, at once, and goes on with its key',
      async (_what, type) => {
        const handled: string[] = []
        rig.start([subscribe('effects', async ({ event }) => void handled.push(eventLabel(event)))], [60_000])
        const known = rig.numbered('ticket:1', 1)
        await rig.append([known])
        await rig.settled()
        await rig.tamper(
          `INSERT INTO producer.outbox (id, company_id, ordering_key, shard, topic, type, body)
         SELECT gen_random_uuid(), company_id, ordering_key, shard, topic, $2, '{"eventId":"x","companyId":7,"fromTheFuture":{}}' FROM producer.outbox WHERE id = $1`,
          [known.eventId, type],
        )
        await rig.append([rig.numbered('ticket:1', 2)])
        await rig.settled()
        expect(handled).toEqual(['ticket:1#1', 'ticket:1#2'])
        // What a newer build finds it by, when it comes.
        const error = 'this build does not know this kind of event'
        expect(await pg.sql('SELECT consumer, type, attempts, error FROM consumer.dead_events')).toEqual([
          { consumer: 'consumer.effects', type, attempts: 1, error },
        ])
      },
    )

    it('parks an event that names another company than its row', async () => {
      const handled: string[] = []
      rig.start([subscribe('effects', async ({ event }) => void handled.push(eventLabel(event)))])
      await rig.append([rig.numbered('ticket:1', 1)])
      await rig.settled()
      await rig.tamper('UPDATE producer.outbox SET company_id = 8, id = gen_random_uuid(), sent = false')
      await rig.settled()
      expect(handled).toEqual(['ticket:1#1'])
      expect(await pg.sql('SELECT company_id, attempts FROM consumer.dead_events')).toEqual([
        { company_id: 8, attempts: 1 },
      ])
    })

    it('parks an event whose body is of another kind than its row, or of a kind of another topic, and handles neither', async () => {
      const handled: string[] = []
      rig.start([subscribe('effects', async ({ event }) => void handled.push(eventLabel(event)))])
      const event = rig.numbered('ticket:1', 1)
      await rig.append([event])
      await rig.settled()
      const forge = (type: string, body: string) =>
        rig.tamper(
          `INSERT INTO producer.outbox (id, company_id, ordering_key, shard, topic, type, body)
           SELECT gen_random_uuid(), company_id, ordering_key, shard, topic, $2, $3::json FROM producer.outbox WHERE id = $1`,
          [event.eventId, type, body],
        )
      const paid = '{"eventId":"x","companyId":7,"occurredAt":"2026-11-23T10:00:00Z","invoicePaid":{}}'
      await forge(event.body.$case, paid)
      await forge('invoicePaid', paid)
      await rig.append([rig.numbered('ticket:1', 2)])
      await rig.settled()
      expect(handled).toEqual(['ticket:1#1', 'ticket:1#2'])
      expect(await pg.sql('SELECT type, attempts, error FROM consumer.dead_events ORDER BY type')).toEqual([
        {
          type: 'invoicePaid',
          attempts: 1,
          error: 'Error: invoicePaid belongs to topic billing and came by auth',
        },
        {
          type: event.body.$case,
          attempts: 1,
          error: `Error: the record is said to be ${event.body.$case} and is invoicePaid`,
        },
      ])
    })

    it('goes on after its connections were cut', async () => {
      const handled = new Set<string>()
      rig.start([subscribe('effects', async ({ event }) => void handled.add(eventLabel(event)))])
      await rig.append([rig.numbered('ticket:1', 1)])
      await rig.settled()
      await pg.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'balcao\\_%'",
      )
      await rig.append([rig.numbered('ticket:1', 2)])
      await rig.settled()
      expect([...handled]).toEqual(['ticket:1#1', 'ticket:1#2'])
    })

    it('shares the shards out among relays, one at work in each; another takes over when one goes', async () => {
      const [first, second]: [string[], string[]] = [[], []]
      const active = rig.start([
        subscribe('effects', async ({ event }) => void first.push(eventLabel(event))),
      ])
      await rig.append([rig.numbered('ticket:1', 1)])
      await rig.settled()
      expect(await rig.countShards()).toEqual([8])
      rig.start([subscribe('effects', async ({ event }) => void second.push(eventLabel(event)))])
      expect(await waitFor(async () => (await rig.countShards()).join() === '4,4')).toBe(true)
      const events = Array.from({ length: 200 }, (_, n) => rig.numbered(`ticket:${n}`, n))
      await rig.append(events)
      await rig.settled()
      expect([...first, ...second].sort()).toEqual(['ticket:1#1', ...events.map(eventLabel)].sort())
      // A broker's group members share the events of every relay.
      if (!isBroker) expect([first.length > 1, second.length > 1]).toEqual([true, true])
      await active.relay.stop()
      await rig.append(Array.from({ length: 20 }, (_, n) => rig.numbered(`ticket:${n}`, 1_000)))
      await rig.settled()
      expect([...first, ...second].filter((name) => name.endsWith('#1000'))).toHaveLength(20)
      if (!isBroker) expect(second.filter((name) => name.endsWith('#1000'))).toHaveLength(20)
      expect(await rig.countShards()).toEqual([8])
    })

    it('has no second effect for what is carried again', async () => {
      rig.start([
        subscribe(
          'effects',
          rig.countEffect(() => true),
        ),
      ])
      await rig.append([1, 2, 3].map((n) => rig.numbered('ticket:1', n)))
      await rig.settled()
      await rig.tamper('UPDATE producer.outbox SET sent = false')
      await rig.settled()
      expect(await pg.sql('SELECT n FROM consumer.effects WHERE id = 1')).toEqual([{ n: 3 }])
      expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
    })

    it('stops in the middle of its work, and the next one goes on there', async () => {
      const [gate, isStopping] = [new AbortController(), new AbortController()]
      const effect = rig.countEffect(() => true)
      const active = rig.start([
        subscribe('effects', async (delivery) => {
          gate.abort()
          if (!isStopping.signal.aborted) await once(isStopping.signal, 'abort')
          await effect(delivery)
        }),
      ])
      const events = Array.from({ length: 300 }, (_, n) =>
        rig.numbered(`ticket:${n % 30}`, 1 + Math.floor(n / 30)),
      )
      await rig.append(events)
      await waitFor(() => gate.signal.aborted)
      const stopped = active.transport.stop()
      isStopping.abort()
      await stopped
      await active.relay.stop()
      const [before] = await pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM consumer.effects')
      expect(before?.n).toBeGreaterThan(0)
      expect(before?.n).toBeLessThan(events.length)
      rig.start([subscribe('effects', effect)])
      await waitFor(async () => {
        const [now] = await pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM consumer.effects')
        return now?.n === events.length
      })
      expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
    })
  })
}
