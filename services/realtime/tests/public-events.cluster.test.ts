import { fork } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { PublicEvent } from '@balcao/contracts'
import { createTopicWriter, ensureTopics, type KafkaSettings } from '@balcao/platform'
import { needsEngines, testDatabase, waitFor, watchChild, type TestDatabase } from '@balcao/testkit'
import { Kafka, logLevel } from 'kafkajs'

import { realtimeMigrations } from '../src/migrations'
import {
  describeEventTopic,
  isIncreasing,
  says,
  sequencesByKey,
  withoutRepeats,
  type ReadRecord,
  type TopicDriver,
} from './event-topic.contract'
import { A, B, openDesk, type Desk } from './support'

const HOST = path.join(__dirname, 'support-processes/publishing-host.cjs')
const PARTITIONS = 3
const [EVENTS, KILLS] = [800, 5]

const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []
const openKafka = () => new Kafka({ clientId: 'a-test', brokers, logLevel: logLevel.NOTHING })

const freshSettings = (): KafkaSettings => {
  const prefix = `t${randomBytes(4).toString('hex')}.`
  return {
    brokers,
    tls: false,
    username: undefined,
    password: undefined,
    mechanism: 'plain',
    topicPrefix: prefix,
    partitions: PARTITIONS,
    replication: 1,
    publicEventsTopic: `${prefix}public-events`,
  }
}

/** All records of the topic, each partition in its order. */
async function readTopic(topic: string): Promise<ReadRecord[]> {
  const kafka = openKafka()
  const admin = kafka.admin()
  await admin.connect()
  const ends = await admin.fetchTopicOffsets(topic)
  await admin.disconnect()
  const expected = ends.reduce((sum, { high }) => sum + Number(high), 0)
  const records: (ReadRecord & { offset: number })[] = []
  const consumer = kafka.consumer({ groupId: `read-${randomBytes(6).toString('hex')}` })
  if (expected === 0) return []
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    eachMessage: ({ partition, message: { key, headers = {}, value, offset } }) => {
      const texts = Object.entries(headers).map(([name, text]) => [name, String(text)])
      const body = JSON.parse(String(value)) as PublicEvent
      const read = { partition, key: String(key), headers: Object.fromEntries(texts), body }
      records.push({ ...read, offset: Number(offset) })
      return Promise.resolve()
    },
  })
  await waitFor(() => records.length >= expected)
  await consumer.disconnect()
  return records.sort((left, right) => left.partition - right.partition || left.offset - right.offset)
}

const kafkaDriver: TopicDriver = {
  name: 'Kafka',
  open: async (mostBytes) => {
    const settings = freshSettings()
    const topic = settings.publicEventsTopic ?? ''
    const admin = openKafka().admin()
    await admin.connect()
    const configEntries = [{ name: 'max.message.bytes', value: String(mostBytes) }]
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: 1, configEntries }],
    })
    await admin.disconnect()
    return {
      topic: createTopicWriter({ settings, topic, clientId: 'a-test' }),
      read: () => readTopic(topic),
    }
  },
}

needsEngines('kafka')('with a broker', () => {
  describeEventTopic(kafkaDriver)

  describe('two processes that publish at once and are killed again and again', () => {
    let pg: TestDatabase
    let desk: Desk
    const kafka = freshSettings()

    beforeAll(async () => {
      await ensureTopics(kafka)
      pg = await testDatabase([realtimeMigrations])
      desk = await openDesk(pg)
    })
    afterAll(() => desk.close())

    const start = () => {
      const child = fork(HOST, [JSON.stringify({ admin: pg.admin, kafka })], {
        env: { ...process.env, LOG_LEVEL: 'error' },
        silent: true,
      })
      const { ended, waitForMessage } = watchChild(child)
      return { hasRun: () => waitForMessage((message) => (message as { ran?: boolean }).ran), child, ended }
    }

    /* Killed once it publishes, at no particular point. */
    const runAndKill = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        const { hasRun, child, ended } = start()
        await hasRun()
        await delay(randomInt(50))
        child.kill('SIGKILL')
        await ended
      }
    }

    const countBehind = async () => {
      const [row] = await pg.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM realtime.feed_heads h LEFT JOIN realtime.published_positions p USING (company_id)
         WHERE h.seq > coalesce(p.seq, 0)`,
      )
      return row?.count
    }

    it('lose nothing and keep the order of each ticket', async () => {
      const killing = Promise.all([runAndKill(KILLS), runAndKill(KILLS)])
      for (let n = 0; n < EVENTS; n += 1) await says(desk, n % 2 ? A : B, n % 7, `t-${n}`)
      await killing
      const { child, ended } = start()
      await waitFor(async () => (await countBehind()) === 0)
      child.kill('SIGKILL')
      await ended
      const found = await readTopic(kafka.publicEventsTopic ?? '')
      const kept = withoutRepeats(found)
      expect(kept.length).toBe(EVENTS)
      const byKey = sequencesByKey(kept)
      expect(byKey.size).toBe(14)
      for (const sequences of byKey.values()) expect(isIncreasing(sequences)).toBe(true)
      const partitions = new Map(found.map(({ key, partition }) => [key, partition]))
      expect(found.every(({ key, partition }) => partitions.get(key) === partition)).toBe(true)
    }, 240_000)
  })
})
