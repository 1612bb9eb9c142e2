import { setTimeout as delay } from 'node:timers/promises'

import {
  EventLogRig,
  eventLogSchemas,
  needsEngines,
  startOwnEngine,
  subscribe,
  testDatabase,
  waitFor,
  type OwnEngine,
  type TestDatabase,
} from '@balcao/testkit'

import { kafkaDriver } from './kafka-support'

const EVENTS = Number(process.env['KAFKA_FAULT_EVENTS'] ?? 4_000)
/** A minute in the long run; the outage of the short one outlives every retry of the library all the same. */
const AWAY_MS = Number(process.env['KAFKA_AWAY_MS'] ?? 12_000)
const BACK_MS = 60_000

needsEngines('own kafka')('the event log on a broker that fails', () => {
  let kafka: OwnEngine
  let pg: TestDatabase
  let rig: EventLogRig
  const told: string[] = []
  const { driver } = kafkaDriver(
    () => [kafka.env['KAFKA_BROKERS'] ?? ''],
    (message) => void told.push(message),
  )

  beforeAll(async () => {
    kafka = await startOwnEngine('kafka')
    pg = await testDatabase(eventLogSchemas)
    rig = new EventLogRig(driver, pg)
  })
  afterAll(() => kafka.remove())
  beforeEach(() => rig.clean(), 30_000)
  afterEach(() => rig.stop())

  const member = () =>
    rig.start([
      subscribe(
        'effects',
        rig.countEffect(() => true),
      ),
    ])
  const write = async (events: number) => {
    for (let written = 0; written < events;) written += await rig.writeSome(9)
  }
  const expectAllOnceInOrder = async () => {
    const different = await pg.sql(
      'SELECT a.id, a.n AS written, e.n AS applied FROM producer.aggregates a JOIN consumer.effects e USING (id) WHERE a.n <> e.n',
    )
    expect(different).toEqual([])
    expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
    expect(await pg.sql('SELECT consumer FROM consumer.dead_events')).toEqual([])
  }

  it('is killed and starts again on its log in the middle of the work: none lost, none doubled, in order', async () => {
    member()
    const writing = write(EVENTS)
    for (let kills = 0; kills < 3; kills += 1) {
      await delay(1_500)
      await kafka.kill()
      await delay(500)
      await kafka.start()
    }
    await writing
    await rig.applied(BACK_MS)
    await expectAllOnceInOrder()
    expect(await rig.settled(BACK_MS)).toBe(true)
  })

  it(
    'is away for a while: writing goes on, nothing settles early, and all arrives when it is back',
    async () => {
      const { transport } = member()
      await write(100)
      await rig.applied(BACK_MS)
      await kafka.kill()
      const marked = await pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM producer.outbox WHERE sent')
      await write(EVENTS)
      await delay(AWAY_MS)
      expect(await pg.sql('SELECT count(*)::int AS n FROM producer.outbox WHERE sent')).toEqual(marked)
      expect(transport.pending().join()).toContain('events to publish')
      await kafka.start()
      await rig.applied(BACK_MS)
      await expectAllOnceInOrder()
      expect(told.join('\n')).toContain('events wait for Kafka')
    },
    AWAY_MS + 180_000,
  )

  it('is away when the process starts, and when it stops', async () => {
    await kafka.kill()
    const first = member()
    await write(50)
    await waitFor(() => first.transport.pending().join().includes('events to publish'))
    await rig.stop()
    expect(await rig.countUnsent()).toBeGreaterThanOrEqual(50)
    member()
    await kafka.start()
    await rig.applied(BACK_MS)
    await expectAllOnceInOrder()
  })
})
