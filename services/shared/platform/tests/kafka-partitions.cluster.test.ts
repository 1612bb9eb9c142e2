import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import {
  createInProcessTransport,
  ensureTopics,
  formatPostgresUrl,
  metricsText,
  retireTopic,
  startRelay,
  switchTopic,
  type EventTransport,
  type Relay,
  type SwitchOptions,
  type SwitchStep,
} from '@balcao/platform'
import {
  eventLabel,
  EventLogRig,
  eventLogSchemas,
  needsEngines,
  subscribe,
  testDatabase,
  waitFor,
  type EventLogDriver,
  type TestDatabase,
} from '@balcao/testkit'

import { SWITCH_APPLICATION } from '../src/events/kafka/generations/switch-lock'
import { openKafka } from '../src/events/kafka/kafka-client'
import { freshSettings, kafkaDriver } from './kafka-support'

const SCRIPT = path.join(__dirname, '../../../../scripts/kafka-partitions.mjs')
const WAIT_MS = 120_000
/** Keys of events that are written on the other primary. */
const OF_B = 'b:'
const KEYS_OF_B = 9
const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []

/** The same schemas on another primary: events of its own, and relays that know the first one. */
class DeskOnB {
  written = 0
  private readonly rig: EventLogRig
  private readonly relays: Relay[] = []

  constructor(
    driver: EventLogDriver,
    private readonly b: TestDatabase,
    private readonly first: TestDatabase,
  ) {
    this.rig = new EventLogRig(driver, b)
  }

  startRelay(transport: EventTransport): void {
    const [db, first] = [this.b.db('producer'), this.first.db('producer')]
    this.relays.push(startRelay({ db, first, transport }))
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const [key, n] = [this.written % KEYS_OF_B, Math.floor(this.written / KEYS_OF_B) + 1]
      await this.rig.append([this.rig.numbered(`${OF_B}${key}`, n)])
      this.written += 1
      await delay(10)
    }
  }

  async countPrepared(): Promise<number> {
    return (await this.b.sql('SELECT FROM producer.prepared_generations')).length
  }

  async stop(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.stop()))
  }
}

needsEngines('kafka')('more partitions on Kafka', () => {
  let pg: TestDatabase
  let rig: EventLogRig
  let said: string[] = []
  let writing: Promise<unknown> = Promise.resolve()
  let isOver = false
  const { driver, settings } = kafkaDriver(
    () => brokers,
    () => undefined,
    3,
  )

  beforeAll(async () => {
    pg = await testDatabase(eventLogSchemas)
    rig = new EventLogRig(driver, pg)
  })
  beforeEach(async () => {
    said = []
    isOver = false
    await rig.clean()
    await pg.sql('TRUNCATE producer.topic_generations')
  }, 30_000)
  afterEach(async () => {
    isOver = true
    await writing
    await rig.stop()
  })

  const options = (partitions: number): SwitchOptions => ({
    settings: settings(),
    servers: [pg.admin],
    schema: 'producer',
    topic: 'auth',
    partitions,
    waitMs: WAIT_MS,
    say: (text) => void said.push(text),
  })
  const onBoth = (partitions: number, b: TestDatabase): SwitchOptions => ({
    ...options(partitions),
    servers: [pg.admin, b.admin],
  })
  const endSessions = (on?: TestDatabase) =>
    pg.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = coalesce($2, datname)',
      [SWITCH_APPLICATION, on?.admin.database],
    )
  /** As `kill -9` at a step: its connections to Postgres end, and it does nothing more. */
  const switchKilledAt = async (of: SwitchOptions, at: SwitchStep) => {
    await new Promise<void>((reached, failed) => {
      const onStep = (step: SwitchStep) => {
        if (step !== at) return Promise.resolve()
        reached()
        return new Promise<void>(() => undefined)
      }
      switchTopic({ ...of, onStep }).catch(failed)
    })
    await endSessions()
  }
  const ask = async <T>(work: (admin: ReturnType<ReturnType<typeof openKafka>['admin']>) => Promise<T>) => {
    const admin = openKafka(settings(), 'test').admin()
    await admin.connect()
    try {
      return await work(admin)
    } finally {
      await admin.disconnect()
    }
  }
  const listTopics = async () => {
    const { topicPrefix } = settings()
    const all = await ask((admin) => admin.listTopics())
    return all.filter((name) => name.startsWith(`${topicPrefix}auth`)).sort()
  }
  const topic = (generation: number) =>
    `${settings().topicPrefix}auth${generation === 1 ? '' : `.${generation}`}`
  const countPartitions = async (generation: number) =>
    (await ask((admin) => admin.fetchTopicOffsets(topic(generation)))).length
  const countMembers = async (group: string, generation: number) => {
    const groupId = `${settings().topicPrefix}group.consumer.${group}${generation === 1 ? '' : `.${generation}`}`
    const { groups } = await ask((admin) => admin.describeGroups([groupId]))
    return groups[0]?.members.length ?? 0
  }
  const countEffects = async () => {
    const [row] = await pg.sql<{ n: number }>('SELECT sum(n)::int AS n FROM consumer.effects')
    return row?.n ?? 0
  }
  const goesOn = async () => {
    const before = await countEffects()
    await waitFor(async () => (await countEffects()) > before + 50)
  }
  const countBehind = async () => {
    const [row] = await pg.sql<{ n: number }>(
      'SELECT (SELECT sum(n) FROM producer.aggregates)::int - (SELECT sum(n) FROM consumer.effects)::int AS n',
    )
    return row?.n ?? 0
  }
  /* Never far ahead of the consumers: a company that is behind rests, and what waits has to end before a switch. */
  const write = () => {
    const writer = async () => {
      while (!isOver) {
        if ((await countBehind()) < 200) await rig.writeSome(9)
        await delay(5)
      }
    }
    writing = Promise.all([writer(), writer()])
  }
  const stopWriting = async () => {
    isOver = true
    await writing
  }

  /** What a group without an inbox sees: each event once, whichever process had it, by key. */
  class Seen {
    readonly numbers = new Map<string, number[]>()
    private readonly ids = new Set<string>()

    readonly subscription = subscribe('seen', async ({ event }) => {
      if (this.ids.has(event.eventId) || event.body.$case !== 'settingChanged') return
      this.ids.add(event.eventId)
      const { key, value } = event.body.value
      this.numbers.set(key, [...(this.numbers.get(key) ?? []), Number(value)])
    })

    count(prefix = ''): number {
      const counted = [...this.numbers].filter(([key]) => key.startsWith(prefix))
      return counted.reduce((sum, [, { length }]) => sum + length, 0)
    }

    listDisorder(): string[] {
      return [...this.numbers].flatMap(([key, numbers]) =>
        numbers.every((number, index) => number === index + 1) ? [] : [`${key}: ${numbers.join()}`],
      )
    }
  }

  const startMember = (seen: Seen) =>
    rig.start([
      subscribe('effects', async (delivery) => {
        if (!eventLabel(delivery.event).startsWith(OF_B)) await rig.countEffect(() => true)(delivery)
      }),
      seen.subscription,
    ])

  const expectAllOnceInOrder = async (seen: Seen, writtenOnB = 0) => {
    await stopWriting()
    await rig.applied(WAIT_MS)
    const different = await pg.sql(
      'SELECT a.id FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
    )
    expect(different).toEqual([])
    expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
    expect(await pg.sql('SELECT consumer FROM consumer.dead_events')).toEqual([])
    const written = (await countEffects()) + writtenOnB
    await waitFor(() => seen.count() === written)
    expect(seen.listDisorder()).toEqual([])
    expect(await rig.settled(WAIT_MS)).toBe(true)
  }

  it(
    'come under traffic, whatever step the command is killed at: none lost, none doubled, order per key',
    async () => {
      const seen = new Seen()
      startMember(seen)
      startMember(seen)
      write()
      await goesOn()
      for (const step of ['created', 'stopped', 'drained'] as const) {
        await switchKilledAt(options(6), step)
        await goesOn()
        expect(await pg.sql('SELECT * FROM producer.topic_generations')).toEqual([])
      }
      // It is in the database, and its first record is an event's.
      await switchKilledAt(options(6), 'declared')
      await goesOn()
      await switchTopic(options(6))
      expect(said.at(-1)).toContain('has 6 partitions and is the current generation')
      await waitFor(async () => (await countMembers('effects', 1)) + (await countMembers('seen', 1)) === 0)
      await waitFor(async () => (await countMembers('effects', 2)) === 2)

      await switchKilledAt(options(12), 'begun')
      await goesOn()
      await switchTopic(options(12))
      await waitFor(async () => (await countMembers('effects', 2)) + (await countMembers('seen', 2)) === 0)
      await waitFor(async () => (await countMembers('effects', 3)) === 2)
      expect([await countPartitions(1), await countPartitions(2), await countPartitions(3)]).toEqual([
        3, 6, 12,
      ])

      // A process that starts later has no session of a former generation.
      startMember(seen)
      await waitFor(async () => (await countMembers('effects', 3)) === 3)
      expect((await countMembers('effects', 1)) + (await countMembers('effects', 2))).toBe(0)
      await goesOn()
      await expectAllOnceInOrder(seen)
      const lag = async () =>
        (await metricsText())
          .split('\n')
          .filter((text) => /^balcao_consumer_lag.*consumer\.effects/.test(text))
      await waitFor(async () => {
        const lines = await lag()
        return lines.length > 0 && lines.every((line) => line.split(' ')[1] === '0')
      })
    },
    10 * WAIT_MS,
  )

  it(
    'come on several primaries at once, whatever step the command is killed at, or loses one of them at',
    async () => {
      const b = await testDatabase(eventLogSchemas)
      const desk = new DeskOnB(driver, b, pg)
      const [seen, both] = [new Seen(), (partitions: number) => onBoth(partitions, b)]
      const declared = async () =>
        Promise.all(
          [pg, b].map(async (one) => {
            const [row] = await one.sql<{ generation: number }>(
              'SELECT generation FROM producer.topic_generations',
            )
            return row?.generation ?? 1
          }),
        )
      const bothGoOn = async () => {
        const before = seen.count(OF_B)
        await goesOn()
        await waitFor(() => seen.count(OF_B) > before + 10)
      }
      const switchWithout = (on: TestDatabase, at: SwitchStep, partitions: number) =>
        switchTopic({
          ...both(partitions),
          onStep: async (step) => {
            if (step === at) await endSessions(on)
          },
        })
      try {
        for (const member of [startMember(seen), startMember(seen)]) desk.startRelay(member.transport)
        write()
        const writingOnB = desk.write(() => isOver)
        await bothGoOn()
        for (const step of ['created', 'stopped', 'drained', 'prepared'] as const) {
          await switchKilledAt(both(6), step)
          await bothGoOn()
          expect(await declared()).toEqual([1, 1])
        }
        await switchKilledAt(both(6), 'decided')
        await bothGoOn()
        expect(await declared()).toEqual([2, 1])
        await waitFor(async () => (await countMembers('seen', 2)) === 2)
        await switchTopic(both(6))
        expect([await declared(), await desk.countPrepared()]).toEqual([[2, 2], 0])

        await expect(switchWithout(b, 'drained', 12)).rejects.toThrow()
        await bothGoOn()
        await expect(switchWithout(pg, 'prepared', 12)).rejects.toThrow()
        await bothGoOn()
        expect(await declared()).toEqual([2, 2])
        await expect(switchWithout(b, 'prepared', 12)).rejects.toThrow()
        await bothGoOn()
        expect(await declared()).toEqual([3, 2])
        await switchTopic(both(12))
        expect([await declared(), await desk.countPrepared()]).toEqual([[3, 3], 0])
        await switchKilledAt(both(24), 'declared')
        await bothGoOn()
        await waitFor(async () => (await countMembers('seen', 4)) === 2)

        await stopWriting()
        await writingOnB
        await expectAllOnceInOrder(seen, desk.written)
      } finally {
        isOver = true
        await desk.stop()
      }
    },
    20 * WAIT_MS,
  )

  it('do not come while a relay knows no generations: it is of a release before', async () => {
    const transport = createInProcessTransport({ consumers: [] })
    const relay = startRelay({ db: pg.db('producer'), transport })
    await waitFor(async () => (await relay.pending()).length === 0)
    await expect(switchTopic(options(6))).rejects.toThrow('1 of 1 relays of producer know no generations')
    await relay.stop()
    expect(await listTopics()).toEqual([topic(1)])
  })

  it(
    'come to a topic without traffic, and its former sessions end',
    async () => {
      const seen = new Seen()
      startMember(seen)
      await waitFor(async () => (await countMembers('effects', 1)) === 1)
      await switchTopic(options(6))
      await waitFor(async () => (await countMembers('effects', 2)) === 1)
      expect(await countMembers('effects', 1)).toBe(0)
      write()
      await goesOn()
      await expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'do not come while a group has not finished, and all goes on as before',
    async () => {
      const gate = new AbortController()
      const seen = new Seen()
      rig.start([
        subscribe('slow', async () => {
          if (!gate.signal.aborted)
            await new Promise((done) => gate.signal.addEventListener('abort', done, { once: true }))
        }),
      ])
      startMember(seen)
      write()
      await goesOn()
      await expect(switchTopic({ ...options(6), waitMs: 3_000 })).rejects.toThrow(
        /is not finished: consumer\.slow \(\d+ records\)/,
      )
      expect(await listTopics()).toEqual([topic(1)])
      await goesOn()
      // It consumes no more, as far as this run is concerned; it has the former generation until it has finished.
      await switchTopic({ ...options(6), exceptGroups: ['consumer.slow'] })
      await goesOn()
      expect(await countMembers('slow', 1)).toBe(1)
      gate.abort()
      await waitFor(async () => (await countMembers('slow', 2)) === 1)
      await expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'leave former topics that are deleted once every group has gone on',
    async () => {
      const seen = new Seen()
      startMember(seen)
      write()
      await goesOn()
      await switchTopic(options(6))
      await waitFor(async () => (await countMembers('effects', 1)) + (await countMembers('seen', 1)) === 0)
      await retireTopic({ ...options(6), isDryRun: true })
      expect(said.at(-1)).toBe(`${topic(1)} would be deleted`)
      await retireTopic(options(6))
      expect(await listTopics()).toEqual([topic(2)])
      await ensureTopics(settings())
      expect(await listTopics()).toEqual([topic(2)])
      startMember(seen)
      await waitFor(async () => (await countMembers('effects', 2)) === 2)
      await goesOn()
      await expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'are those of the topics after the database came back from before the switch',
    async () => {
      const seen = new Seen()
      startMember(seen)
      await switchTopic(options(6))
      await waitFor(async () => (await countMembers('effects', 2)) === 1)
      await rig.stop()
      await pg.sql('TRUNCATE producer.topic_generations')
      startMember(seen)
      write()
      await goesOn()
      expect(await countMembers('effects', 1)).toBe(0)
      await switchTopic(options(6))
      expect(await pg.sql('SELECT * FROM producer.topic_generations')).toEqual([
        { topic: 'auth', generation: 2 },
      ])
      await expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'are given by the command',
    async () => {
      const own = freshSettings(brokers, 3)
      await ensureTopics(own)
      const desk = await testDatabase([{ schema: 'auth', migrations: [] }])
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [SCRIPT, '--topic', 'auth', ...args], {
          encoding: 'utf8',
          env: {
            ...process.env,
            DATABASE_URL: formatPostgresUrl(desk.admin),
            KAFKA_BROKERS: brokers.join(),
            KAFKA_TOPIC_PREFIX: own.topicPrefix,
          },
        })
      const name = `${own.topicPrefix}auth`
      expect(run('--partitions', '6', '--dry-run').stdout).toContain(`${name}.2 would be created`)
      expect(await desk.sql('SELECT * FROM auth.topic_generations')).toEqual([])
      const { status, stdout } = run('--partitions', '6')
      expect([status, stdout]).toEqual([0, expect.stringContaining(`${name}.2 is the current generation`)])
      expect(await desk.sql('SELECT * FROM auth.topic_generations')).toEqual([
        { topic: 'auth', generation: 2 },
      ])
      expect(run('--retire').stdout).toContain(`${name}: deleted`)
      expect(run('--partitions', '0').status).toBe(1)
    },
    WAIT_MS,
  )
})
