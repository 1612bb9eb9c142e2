import { waitFor } from '@balcao/testkit'

import { InboundQueue, type InboundQueueOptions } from './inbound-queue'

type Item = { chat: string; n: number }

const queueOf = (over: Partial<InboundQueueOptions<Item>> = {}) => {
  const taken: string[] = []
  const failures: unknown[] = []
  const queue = new InboundQueue<Item>({
    chooseLane: ({ chat }) => chat,
    handle: ({ chat, n }) => Promise.resolve(void taken.push(`${chat}${n}`)),
    failed: (error) => failures.push(error),
    ...over,
  })
  return { queue, taken, failures }
}

const of = (taken: readonly string[], chat: string) => taken.filter((name) => name.startsWith(chat))

describe('messages on their way to the desk', () => {
  it('keep their order per chat', async () => {
    const { queue, taken } = queueOf()
    for (let n = 0; n < 50; n++) for (const chat of ['a', 'b', 'c']) queue.push({ chat, n })
    await waitFor(() => taken.length === 150)
    for (const chat of ['a', 'b', 'c'])
      expect(of(taken, chat)).toEqual(Array.from({ length: 50 }, (_, n) => `${chat}${n}`))
    expect(queue.length).toBe(0)
  })

  it('that cannot be taken for long are told of once, and taken all the same when they can be', async () => {
    let tries = 0
    let stuck = 0
    const { queue } = queueOf({
      handle: () => ((tries += 1) < 4 ? Promise.reject(new Error('not now')) : Promise.resolve()),
      onStuck: () => void (stuck += 1),
      stuckAfterTries: 1,
    })
    queue.push({ chat: 'a', n: 0 })
    await waitFor(() => queue.length === 0)
    expect([tries, stuck]).toEqual([4, 1])
  })

  it('wait behind one that cannot be taken yet, in its chat only', async () => {
    let isBroken = true
    const taken: string[] = []
    const { queue, failures } = queueOf({
      handle: ({ chat, n }) => {
        if (isBroken && chat === 'a' && n === 1) return Promise.reject(new Error('not now'))
        taken.push(`${chat}${n}`)
        return Promise.resolve()
      },
    })
    for (const n of [0, 1, 2]) for (const chat of ['a', 'b']) queue.push({ chat, n })
    await waitFor(() => failures.length > 0 && of(taken, 'b').length === 3)
    expect(of(taken, 'a')).toEqual(['a0'])
    isBroken = false
    await waitFor(() => taken.length === 6)
    expect(of(taken, 'a')).toEqual(['a0', 'a1', 'a2'])
  })

  it('do not wait for chats that take long', async () => {
    const finish: (() => void)[] = []
    const taken: string[] = []
    const { queue } = queueOf({
      lanesAtOnce: 2,
      slowAfterMs: 1,
      handle: async ({ chat }) => {
        if (chat !== 'fast') await new Promise<void>((resolve) => finish.push(resolve))
        taken.push(chat)
      },
    })
    for (const chat of ['a', 'b', 'c', 'd', 'fast']) queue.push({ chat, n: 0 })
    await waitFor(() => taken.length === 1 && finish.length === 4)
    expect(taken).toEqual(['fast'])
    for (const resolve of finish) resolve()
    await waitFor(() => taken.length === 5)
    await queue.stop()
  })

  it('are not begun any more after a stop, which waits for what had begun', async () => {
    let finish: () => void = () => undefined
    const began: number[] = []
    const { queue } = queueOf({
      handle: ({ n }) => {
        began.push(n)
        return new Promise<void>((resolve) => (finish = resolve))
      },
    })
    queue.push({ chat: 'a', n: 0 })
    queue.push({ chat: 'a', n: 1 })
    await waitFor(() => began.length === 1)
    let isStopped = false
    const stopping = queue.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    finish()
    await stopping
    expect(began).toEqual([0])
  })

  it('say when too many wait, and when half of them are gone', async () => {
    const told: boolean[] = []
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { queue } = queueOf({ handle: () => gate, highWater: 10, onCrowded: (is) => told.push(is) })
    for (let n = 0; n < 12; n++) queue.push({ chat: 'a', n })
    expect(told).toEqual([true])
    open()
    await waitFor(() => told.length === 2)
    expect(told).toEqual([true, false])
  })
})
