import { spawnSync } from 'node:child_process'
import path from 'node:path'

import {
  createInProcessTransport,
  ensureTopics,
  formatPostgresUrl,
  metricsText,
  retireTopic,
  startRelay,
  switchTopic,
} from '@balcao/platform'
import { needsEngines, subscribe, testDatabase, waitFor } from '@balcao/testkit'

import { freshSettings } from './kafka-support'
import { PartitionsRig, Seen, WAIT_MS } from './partitions-rig'

const SCRIPT = path.join(__dirname, '../../../../scripts/kafka-partitions.mjs')
const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []

needsEngines('kafka')('more partitions on Kafka', () => {
  let rig: PartitionsRig

  beforeAll(async () => {
    rig = await PartitionsRig.open(brokers)
  })
  beforeEach(() => rig.clean(), 30_000)
  afterEach(() => rig.stop())

  it(
    'come under traffic, whatever step the command is killed at: none lost, none doubled, order per key',
    async () => {
      const seen = new Seen()
      rig.startMember(seen)
      rig.startMember(seen)
      rig.write()
      await rig.goesOn()
      for (const step of ['created', 'stopped', 'drained'] as const) {
        await rig.switchKilledAt(rig.options(6), step)
        await rig.goesOn()
        expect(await rig.pg.sql('SELECT * FROM producer.topic_generations')).toEqual([])
      }
      // It is in the database, and its first record is an event's.
      await rig.switchKilledAt(rig.options(6), 'decided')
      await rig.goesOn()
      await switchTopic(rig.options(6))
      expect(rig.said.at(-1)).toContain('has 6 partitions and is the current generation')
      await waitFor(
        async () => (await rig.countMembers('effects', 1)) + (await rig.countMembers('seen', 1)) === 0,
      )
      await waitFor(async () => (await rig.countMembers('effects', 2)) === 2)

      await rig.switchKilledAt(rig.options(12), 'begun')
      await rig.goesOn()
      await switchTopic(rig.options(12))
      await waitFor(
        async () => (await rig.countMembers('effects', 2)) + (await rig.countMembers('seen', 2)) === 0,
      )
      await waitFor(async () => (await rig.countMembers('effects', 3)) === 2)
      expect([
        await rig.countPartitions(1),
        await rig.countPartitions(2),
        await rig.countPartitions(3),
      ]).toEqual([3, 6, 12])

      // A process that starts later has no session of a former generation.
      rig.startMember(seen)
      await waitFor(async () => (await rig.countMembers('effects', 3)) === 3)
      expect((await rig.countMembers('effects', 1)) + (await rig.countMembers('effects', 2))).toBe(0)
      await rig.goesOn()
      await rig.expectAllOnceInOrder(seen)
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

  it('do not come while a relay knows no generations: it is of a release before', async () => {
    const transport = createInProcessTransport({ consumers: [] })
    const relay = startRelay({ db: rig.pg.db('producer'), transport })
    await waitFor(async () => (await relay.pending()).length === 0)
    await expect(switchTopic(rig.options(6))).rejects.toThrow('1 of 1 relays of producer know no generations')
    await relay.stop()
    expect(await rig.listTopics()).toEqual([rig.topic(1)])
  })

  it(
    'come to a topic without traffic, and its former sessions end',
    async () => {
      const seen = new Seen()
      rig.startMember(seen)
      await waitFor(async () => (await rig.countMembers('effects', 1)) === 1)
      await switchTopic(rig.options(6))
      await waitFor(async () => (await rig.countMembers('effects', 2)) === 1)
      expect(await rig.countMembers('effects', 1)).toBe(0)
      rig.write()
      await rig.goesOn()
      await rig.expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'do not come while a group has not finished, and all goes on as before',
    async () => {
      const gate = new AbortController()
      const seen = new Seen()
      rig.log.start([
        subscribe('slow', async () => {
          if (!gate.signal.aborted)
            await new Promise((done) => gate.signal.addEventListener('abort', done, { once: true }))
        }),
      ])
      rig.startMember(seen)
      rig.write()
      await rig.goesOn()
      await expect(switchTopic({ ...rig.options(6), waitMs: 3_000 })).rejects.toThrow(
        /is not finished: consumer\.slow \(\d+ records\)/,
      )
      expect(await rig.listTopics()).toEqual([rig.topic(1)])
      await rig.goesOn()
      // It consumes no more, as far as this run is concerned; it has the former generation until it has finished.
      await switchTopic({ ...rig.options(6), exceptGroups: ['consumer.slow'] })
      await rig.goesOn()
      expect(await rig.countMembers('slow', 1)).toBe(1)
      gate.abort()
      await waitFor(async () => (await rig.countMembers('slow', 2)) === 1)
      await rig.expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'leave former topics that are deleted once every group has gone on',
    async () => {
      const seen = new Seen()
      rig.startMember(seen)
      rig.write()
      await rig.goesOn()
      await switchTopic(rig.options(6))
      await waitFor(
        async () => (await rig.countMembers('effects', 1)) + (await rig.countMembers('seen', 1)) === 0,
      )
      await retireTopic({ ...rig.options(6), isDryRun: true })
      expect(rig.said.at(-1)).toBe(`${rig.topic(1)} would be deleted`)
      await retireTopic(rig.options(6))
      expect(await rig.listTopics()).toEqual([rig.topic(2)])
      await ensureTopics(rig.settings())
      expect(await rig.listTopics()).toEqual([rig.topic(2)])
      rig.startMember(seen)
      await waitFor(async () => (await rig.countMembers('effects', 2)) === 2)
      await rig.goesOn()
      await rig.expectAllOnceInOrder(seen)
    },
    3 * WAIT_MS,
  )

  it(
    'are those of the topics after the database came back from before the switch',
    async () => {
      const seen = new Seen()
      rig.startMember(seen)
      await switchTopic(rig.options(6))
      await waitFor(async () => (await rig.countMembers('effects', 2)) === 1)
      await rig.stop()
      await rig.pg.sql('TRUNCATE producer.topic_generations')
      rig.startMember(seen)
      rig.write()
      await rig.goesOn()
      expect(await rig.countMembers('effects', 1)).toBe(0)
      await switchTopic(rig.options(6))
      expect(await rig.pg.sql('SELECT * FROM producer.topic_generations')).toEqual([
        { topic: 'auth', generation: 2 },
      ])
      await rig.expectAllOnceInOrder(seen)
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
