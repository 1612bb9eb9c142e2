import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { ensureTopics, metricsText } from '@balcao/platform'
import {
  EventLogRig,
  eventLogSchemas,
  eventLabel,
  needsEngines,
  subscribe,
  testDatabase,
  waitFor,
  type TestDatabase,
} from '@balcao/testkit'

import { openKafka } from '../src/events/kafka/kafka-client'
import { kafkaDriver } from './kafka-support'

const EVENTS = Number(process.env['KAFKA_FAULT_EVENTS'] ?? 4_000)
const brokers = process.env['KAFKA_BROKERS']?.split(',') ?? []

needsEngines('kafka')('the members of a group on Kafka', () => {
  let pg: TestDatabase
  let rig: EventLogRig
  const told: string[] = []
  const { driver, settings } = kafkaDriver(
    () => brokers,
    (message) => void told.push(message),
  )

  beforeAll(async () => {
    pg = await testDatabase(eventLogSchemas)
    rig = new EventLogRig(driver, pg)
  })
  beforeEach(() => rig.clean(), 30_000)
  afterEach(() => rig.stop())

  it('join and leave under load: none lost, none doubled, order per key', async () => {
    const shares: number[] = []
    const member = (share: number) => {
      shares[share] = 0
      const effect = rig.countEffect(() => true)
      return rig.start([
        subscribe('effects', async (delivery) => {
          shares[share] = (shares[share] ?? 0) + 1
          await effect(delivery)
        }),
      ])
    }
    let isOver = false
    const writing = (async () => {
      for (let written = 0; written < EVENTS || !isOver;) {
        written += await rig.writeSome(9)
        await delay(2)
      }
    })()
    const first = member(0)
    await waitFor(() => shares[0])
    const second = member(1)
    member(2)
    await waitFor(() => shares[1] && shares[2])
    await first.transport.stop()
    await first.relay.stop()
    const atLeave = shares[1] ?? 0
    await waitFor(() => (shares[1] ?? 0) > atLeave)
    await second.transport.stop()
    await second.relay.stop()
    isOver = true
    await writing
    await rig.applied(60_000)
    const different = await pg.sql(
      'SELECT a.id FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
    )
    expect(different).toEqual([])
    expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
  })

  it('begin with the oldest record of the topic when their group is new', async () => {
    rig.start([])
    await rig.append([1, 2, 3].map((n) => rig.numbered('ticket:1', n)))
    await rig.settled()
    const handled: string[] = []
    rig.start([subscribe('late', async ({ event }) => void handled.push(eventLabel(event)))])
    await waitFor(() => handled.length === 3)
    expect(handled).toEqual(['ticket:1#1', 'ticket:1#2', 'ticket:1#3'])
  })

  it('skip records that are none of ours, and go on behind them', async () => {
    const producer = openKafka(settings(), 'stranger').producer()
    const headers = { 'event-id': 'x', 'event-case': 'settingChanged', 'company-id': '7', schema: 'y' }
    await producer.connect()
    await producer.send({
      topic: `${settings().topicPrefix}auth`,
      messages: [
        { key: 'ticket:1', value: 'no headers' },
        { key: 'ticket:1', value: '{"half": ', headers },
        { key: 'ticket:1', value: null, headers },
        { value: '{}', headers },
        { key: 'ticket:1', value: '{}', headers: { ...headers, 'company-id': 'seven' } },
      ],
    })
    await producer.disconnect()
    const handled: string[] = []
    rig.start([subscribe('effects', async ({ event }) => void handled.push(eventLabel(event)))])
    await rig.append([rig.numbered('ticket:1', 1)])
    await waitFor(() => handled.length === 1)
    // Each is told; the stranger's client may have sent all of them again.
    const reasons = told.flatMap((line) => /consumer\.effects skips record .*: (.+)$/.exec(line)?.[1] ?? [])
    expect([...new Set(reasons)].sort()).toEqual([
      'a body that is not JSON',
      'no body',
      'no header event-case',
      'no key',
      'no number in header company-id',
    ])
    expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
  })

  it('tell how far behind they are', async () => {
    const gate = new AbortController()
    const handled: string[] = []
    rig.start([
      subscribe('slow', async ({ event }) => {
        if (!gate.signal.aborted) await once(gate.signal, 'abort')
        handled.push(eventLabel(event))
      }),
    ])
    await rig.append(Array.from({ length: 20 }, (_, n) => rig.numbered('ticket:1', n)))
    const lag = async () => {
      const line = (await metricsText())
        .split('\n')
        .find((text) => /^balcao_consumer_lag.*consumer\.slow/.test(text))
      return line?.split(' ')[1]
    }
    await waitFor(async () => (await lag()) === '20').finally(() => gate.abort())
    await waitFor(async () => (await lag()) === '0')
    expect(handled).toHaveLength(20)
  })

  it('find their topics made once, and never remade', async () => {
    await ensureTopics(settings())
    await expect(ensureTopics({ ...settings(), partitions: 12 })).rejects.toThrow('has 6')
    await expect(ensureTopics({ ...settings(), partitions: 3 })).rejects.toThrow('KAFKA_PARTITIONS is 3')
  })
})
