import { companyId, contactId } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import { createPictureQueue } from './picture-queue'

const company = companyId(1)
const flush = () => new Promise((resolve) => setImmediate(resolve))

/* Refreshes that end when the test lets them. Contact 13's fails, WhatsApp cannot be asked for 14's. */
function rig() {
  const time = { now: new Date('2026-11-27T12:00:00Z') }
  const begun: number[] = []
  const failures: unknown[] = []
  const ends: (() => void)[] = []
  const queue = createPictureQueue({
    clock: { now: () => time.now },
    refresh: async (_company, id) => {
      begun.push(id)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (id === 13) throw new Error('unlucky')
      return id !== 14
    },
    failed: (_company, error) => failures.push(error),
  })
  const endAll = async () => {
    while (queue.size() > 0) {
      ends.splice(0).forEach((end) => end())
      await flush()
    }
  }
  return { queue, begun, failures, endAll, time }
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

  it('does not ask again within the hour for one that is up to date', async () => {
    const { queue, begun, endAll, time } = rig()
    const wantAll = () => [2, 13, 14].forEach((id) => queue.want(company, contactId(id)))
    queue.start()
    wantAll()
    await endAll()
    wantAll()
    await endAll()
    expect(begun).toEqual([2, 13, 14, 13, 14])
    time.now = new Date(time.now.getTime() + HOUR)
    queue.want(company, contactId(2))
    expect(begun.at(-1)).toBe(2)
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
