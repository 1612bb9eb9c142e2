import type { OutboxRow } from '../event-transport.port'
import type { WrittenTopics } from './generations/written-topics'
import type { KafkaProducer, OutgoingRecord } from './kafka-producer'
import { KafkaPublisher } from './kafka-publisher'

const row = (seq: number, schema = 'tickets'): OutboxRow => ({
  seq,
  schema,
  topic: 'tickets',
  type: 'ticketChanged',
  eventId: `event ${seq}`,
  companyId: 7,
  orderingKey: `ticket:${seq}`,
  body: {},
})

/** A producer whose batches end when the test says so, and topics of a generation that the test chooses. */
function rig() {
  const batches: { topics: string[]; ids: unknown[]; end: (error?: Error) => void }[] = []
  let [generation, resolved] = [1, true]
  let resolve: (() => void) | undefined
  const producer = {
    send: (batch: readonly OutgoingRecord[]) =>
      new Promise((done, fail) => {
        batches.push({
          topics: batch.map(({ topic }) => topic),
          ids: batch.map(({ message }) => message.headers?.['event-id']),
          end: (error) => (error ? fail(error) : done([])),
        })
      }),
    close: async () => undefined,
  }
  const topics = {
    find: () => (resolved ? `tickets.${generation}` : undefined),
    resolve: () => new Promise<void>((done) => (resolve = done)),
  }
  const ofRelays = new Map<string, WrittenTopics>()
  const relayOf = (schema: string): WrittenTopics => {
    const known = ofRelays.get(schema) ?? ({ ...topics } as unknown as WrittenTopics)
    ofRelays.set(schema, known)
    return known
  }
  const publisher = new KafkaPublisher(producer as unknown as KafkaProducer, {
    log: () => undefined,
    onPublished: () => undefined,
  })
  const acknowledged: number[] = []
  const settle = () => new Promise((done) => setImmediate(done))
  return {
    batches,
    acknowledged,
    publisher,
    settle,
    publish: (...rows: OutboxRow[]) =>
      rows.forEach((one) =>
        publisher.publish([one], ({ seq }) => void acknowledged.push(seq), relayOf(one.schema)),
      ),
    forget: (schema: string) => publisher.forget(relayOf(schema)),
    switchTo: (next: number) => (generation = next),
    setUnresolved: () => (resolved = false),
    async setResolved() {
      resolved = true
      resolve?.()
      await settle()
    },
  }
}

describe('rows for Kafka', () => {
  it('wait until it is known which topic they go to', async () => {
    const { publish, batches, settle, setUnresolved, setResolved } = rig()
    setUnresolved()
    publish(row(1))
    await settle()
    expect(batches).toEqual([])
    await setResolved()
    expect(batches[0]?.topics).toEqual(['tickets.1'])
  })

  it('that are forgotten are not published, and a batch on its way ends', async () => {
    const { publish, publisher, forget, batches, acknowledged, settle, switchTo } = rig()
    publish(row(1))
    publish(row(2), row(3, 'billing'))
    forget('tickets')
    switchTo(2)
    publish(row(2))
    batches[0]?.end()
    await settle()
    expect(batches[1]).toMatchObject({ ids: ['event 3', 'event 2'], topics: ['tickets.2', 'tickets.2'] })
    batches[1]?.end()
    await settle()
    expect(acknowledged).toEqual([1, 3, 2])
    expect(publisher.pending()).toEqual([])
  })

  it('that are forgotten on their way are not sent again when their batch fails', async () => {
    const { publish, forget, batches, acknowledged, settle, switchTo } = rig()
    publish(row(1), row(2))
    forget('tickets')
    switchTo(2)
    publish(row(1))
    batches[0]?.end(new Error('no broker'))
    while (batches.length < 2) await settle()
    expect(batches[1]).toMatchObject({ ids: ['event 1'], topics: ['tickets.2'] })
    batches[1]?.end()
    await settle()
    expect(acknowledged).toEqual([1])
  })
})
