import { companyId, contactId } from '@balcao/contracts'

import { createPictureQueue } from './picture-queue'

const company = companyId(1)
const flush = () => new Promise((resolve) => setImmediate(resolve))

/* Refreshes that end when the test lets them. */
function rig() {
  const begun: number[] = []
  const failures: unknown[] = []
  const ends: (() => void)[] = []
  const queue = createPictureQueue({
    refresh: async (_company, id) => {
      begun.push(id)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (id === 13) throw new Error('unlucky')
    },
    failed: (_company, error) => failures.push(error),
  })
  const endAll = async () => {
    while (queue.size() > 0) {
      ends.splice(0).forEach((end) => end())
      await flush()
    }
  }
  return { queue, begun, failures, endAll }
}

describe('the queue of pictures', () => {
  it('works two at a time, each once while it waits, and goes on after a failure', async () => {
    const { queue, begun, failures, endAll } = rig()
    queue.start()
    for (const id of [13, 2, 3, 3, 4]) queue.want(company, contactId(id))
    expect(begun).toEqual([13, 2])
    await endAll()
    expect(begun).toEqual([13, 2, 3, 4])
    expect(failures).toHaveLength(1)
  })

  it('takes nothing before it starts and after it stops, and forgets the rest when it is full', async () => {
    const { queue, begun, endAll } = rig()
    queue.want(company, contactId(1))
    expect(queue.size()).toBe(0)
    queue.start()
    for (let id = 1; id <= 1_500; id += 1) queue.want(company, contactId(id))
    expect(queue.size()).toBe(1_002)
    const stopped = queue.stop()
    expect(queue.size()).toBe(2)
    await endAll()
    await stopped
    queue.want(company, contactId(5))
    expect(begun).toEqual([1, 2])
  })
})
