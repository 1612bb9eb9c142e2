import { waitFor } from '@balcao/testkit'

import { ConsumerGroup } from './consumer-group'
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
  const group = new ConsumerGroup({
    subscription: { group: 'tickets.test', topic: 'tickets', cases: [], handle: () => Promise.resolve() },
    concurrency,
    concurrencyPerCompany,
    retryDelaysMs: [],
    log: () => undefined,
    park: async ({ companyId, orderingKey }) => {
      begun.push(`${companyId} ${orderingKey}`)
      await new Promise((resolve) => setImmediate(resolve))
    },
  })
  return { group, begun }
}

it.each([1, 4])('a company waits for one event of each other company, %i at once', async (concurrency) => {
  const { group, begun } = given(concurrency)
  let done = 0
  const add = (companyId: number, key: string) => group.add(event(companyId, key), () => (done += 1))
  for (let key = 0; key < 200; key += 1) for (let n = 0; n < 3; n += 1) add(1, `flood-${key}`)
  for (let key = 0; key < 3; key += 1) add(2, `quiet-${key}`)
  add(3, 'one')
  await waitFor(() => done === 604)
  // Those that were running when it came, and one of each company before each of its own.
  const positionOf = (what: string) => begun.indexOf(what) - concurrency
  expect(['2 quiet-0', '3 one', '2 quiet-1', '2 quiet-2'].map(positionOf)).toEqual([1, 2, 4, 6])
  await group.stop()
})

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
