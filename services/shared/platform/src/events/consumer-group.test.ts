import { waitFor } from '@balcao/testkit'

import { ConsumerGroup, SHARED_FOR_MS } from './consumer-group'
import type { TransportedEvent } from './event-transport.port'

/* Of a kind that this build does not know: each is parked when its turn comes, which needs no handler. */
const event = (companyId: number, orderingKey: string): TransportedEvent => ({
  topic: 'tickets',
  type: 'notYetKnown',
  eventId: orderingKey,
  companyId,
  orderingKey,
  body: {},
})

function given(concurrency: number, concurrencyPerCompany = concurrency) {
  const begun: string[] = []
  const clock = { ms: 0, perEventMs: 0 }
  const group = new ConsumerGroup({
    subscription: { group: 'tickets.test', topic: 'tickets', cases: [], handle: () => Promise.resolve() },
    concurrency,
    concurrencyPerCompany,
    retryDelaysMs: [],
    now: () => clock.ms,
    log: () => undefined,
    park: async ({ companyId, orderingKey }) => {
      begun.push(`${companyId} ${orderingKey}`)
      clock.ms += clock.perEventMs
      await new Promise((resolve) => setImmediate(resolve))
    },
  })
  return { group, begun, clock }
}

it.each([
  { concurrency: 1, begins: [1, 2, 4, 6] },
  // A slot was free: the flooded company's were as many as one may have.
  { concurrency: 4, begins: [0, 1, 3, 5] },
])(
  'a company waits for one event of each other company, $concurrency at once',
  async ({ concurrency, begins }) => {
    const { group, begun } = given(concurrency)
    let done = 0
    const add = (companyId: number, key: string) => group.add(event(companyId, key), () => (done += 1))
    for (let key = 0; key < 200; key += 1) for (let n = 0; n < 3; n += 1) add(1, `flood-${key}`)
    for (let key = 0; key < 3; key += 1) add(2, `quiet-${key}`)
    add(3, 'one')
    await waitFor(() => done === 604)
    // Those that were running when it came, and one of each company before each of its own.
    const positionOf = (what: string) => begun.indexOf(what) - concurrency
    expect(['2 quiet-0', '3 one', '2 quiet-1', '2 quiet-2'].map(positionOf)).toEqual(begins)
    await group.stop()
  },
)

it('a company that is flooded leaves slots to the others, and uses its own when they have nothing', async () => {
  const { group, begun } = given(4, 2)
  const add = (companyId: number, key: string) => group.add(event(companyId, key), () => undefined)
  for (let key = 0; key < 20; key += 1) add(1, `flood-${key}`)
  expect(begun).toEqual(['1 flood-0', '1 flood-1'])
  add(2, 'quiet-0')
  add(3, 'one')
  expect(begun.slice(2)).toEqual(['2 quiet-0', '3 one'])
  await waitFor(() => begun.length === 22)
  await group.stop()
})

it('a company has one slot while others have events, and its part again when they have had none for a while', async () => {
  const { group, begun, clock } = given(4, 2)
  let done = 0
  const add = (companyId: number, key: string) => group.add(event(companyId, key), () => (done += 1))
  add(2, 'quiet')
  await waitFor(() => done === 1)
  for (let key = 0; key < 5; key += 1) add(1, `shared-${key}`)
  expect(begun.slice(1)).toEqual(['1 shared-0'])
  await waitFor(() => done === 6)

  clock.ms += SHARED_FOR_MS
  for (let key = 0; key < 5; key += 1) add(1, `alone-${key}`)
  expect(begun.slice(6)).toEqual(['1 alone-0', '1 alone-1'])
  await waitFor(() => done === 11)
  await group.stop()
})

it('a company that is behind rests for as long as its event took, while others have events', async () => {
  const { group, begun, clock } = given(2)
  let done = 0
  const add = (companyId: number, key: string) => group.add(event(companyId, key), () => (done += 1))
  add(2, 'quiet-0')
  await waitFor(() => done === 1)
  clock.perEventMs = SHARED_FOR_MS / 10
  for (let key = 0; key < 2; key += 1) add(1, `behind-${key}`)
  // As many as the group handles at once are not behind.
  for (const key of ['quiet-1', 'quiet-2']) add(2, key)
  await waitFor(() => done === 5)

  for (let key = 2; key < 8; key += 1) add(1, `behind-${key}`)
  for (const key of [3, 4]) add(2, `quiet-${key}`)
  await waitFor(() => done === 8)
  expect(begun.slice(5)).toEqual(['1 behind-2', '2 quiet-3', '2 quiet-4'])
  await group.stop()
})
