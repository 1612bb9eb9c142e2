import { waitFor } from '@balcao/testkit'

import { createDirectTransport } from './direct-event-transport'
import type { EventTransport, OutboxRow } from './event-transport.port'

const row = (seq: number, orderingKey = 'ticket:1'): OutboxRow => ({
  seq,
  schema: 'tickets',
  topic: 'tickets',
  type: 'ticketChanged',
  eventId: `event-${seq}`,
  companyId: 7,
  orderingKey,
  body: {},
})

type Bring = (row: OutboxRow) => Promise<unknown>

/* Local consumers whose handlers end when the test says so. */
function ownConsumers() {
  const waiting = new Map<number, () => void>()
  const seen: number[] = []
  const inner: EventTransport = {
    publish: (rows, acknowledged) => {
      for (const one of rows) {
        seen.push(one.seq)
        waiting.set(one.seq, () => acknowledged(one))
      }
    },
    pending: () => [],
    stop: async () => undefined,
  }
  return { inner, seen, done: (seq: number) => waiting.get(seq)?.() }
}

describe('events without a broker', () => {
  it('are acknowledged when every service has them', async () => {
    const own = ownConsumers()
    const brought: string[] = []
    let answer = () => undefined as void
    const slow = new Promise<void>((resolve) => (answer = resolve))
    const transport = createDirectTransport({
      inner: own.inner,
      others: new Map<string, Bring>([
        ['auth', async ({ seq }) => void brought.push(`auth ${seq}`)],
        ['realtime', () => slow],
      ]),
    })
    const acknowledged: number[] = []
    transport.publish([row(1)], ({ seq }) => acknowledged.push(seq))
    own.done(1)
    await waitFor(() => brought.length === 1)
    expect(acknowledged).toEqual([])
    expect(transport.pending()).toEqual(['to realtime: 1 of ticket:1'])
    answer()
    await waitFor(() => acknowledged.length === 1)
    await transport.stop()
  })

  it('come in order per key, again and again while a service is away, and past those of other keys', async () => {
    const brought: number[] = []
    let isAway = true
    const transport = createDirectTransport({
      inner: ownConsumers().inner,
      others: new Map([
        [
          'realtime',
          async ({ seq, orderingKey }) => {
            if (isAway && orderingKey === 'ticket:1') throw new Error('away')
            brought.push(seq)
          },
        ],
      ]),
    })
    transport.publish([row(1), row(2), row(3, 'ticket:2')], () => undefined)
    await waitFor(() => brought.length === 1)
    isAway = false
    await waitFor(() => brought.length === 3)
    expect(brought).toEqual([3, 1, 2])
    await transport.stop()
  })

  it('of one company wait for one key of another, however many that has, and for those on their way', async () => {
    const brought: number[] = []
    const transport = createDirectTransport({
      inner: ownConsumers().inner,
      others: new Map([['realtime', async ({ seq }) => void brought.push(seq)]]),
    })
    const flood = Array.from({ length: 200 }, (_, index) => row(index + 1, `ticket:${index + 1}`))
    transport.publish([...flood, { ...row(201, 'ticket:201'), companyId: 8 }], () => undefined)
    await waitFor(() => brought.length === 201)
    expect(brought.indexOf(201)).toBeLessThan(34)
    await transport.stop()
  })

  it('that are brought twice are handled once at a time', async () => {
    const own = ownConsumers()
    const transport = createDirectTransport({ inner: own.inner, others: new Map() })
    const both = Promise.all([transport.receive(row(5)), transport.receive(row(5))])
    expect(own.seen).toEqual([5])
    own.done(5)
    await both
    const later = transport.receive(row(5))
    expect(own.seen).toEqual([5, 5])
    own.done(5)
    await later
  })

  it('that we hold when we stop are refused, for another process to take', async () => {
    const transport = createDirectTransport({ inner: ownConsumers().inner, others: new Map() })
    const held = expect(transport.receive(row(6))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await transport.stop()
    await held
  })

  it('without a reachable consumer do not delay stopping', async () => {
    let tries = 0
    const away = async () => {
      tries += 1
      throw new Error('away')
    }
    const transport = createDirectTransport({
      inner: ownConsumers().inner,
      others: new Map([['auth', away]]),
    })
    transport.publish([row(1)], () => undefined)
    await waitFor(() => tries > 0)
    await transport.stop()
  })
})
