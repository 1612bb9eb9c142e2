import { AckBatches, type AckKind } from './ack-batches'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Batches whose `persist` resolves only when the test calls `done`. */
function rig() {
  const taken: { kind: AckKind; ids: readonly string[]; done: () => void }[] = []
  const held: Promise<unknown>[] = []
  const waiting: number[] = []
  const batches = new AckBatches({
    gate: {
      hold: (work) => {
        held.push(work)
        return work
      },
    },
    persist: (kind, ids) => new Promise((done) => taken.push({ kind, ids, done })),
    onCount: (count) => waiting.push(count),
  })
  const takeAll = async () => {
    for (let next = taken.find(({ done }) => !finished.has(done)); next;) {
      finished.add(next.done)
      next.done()
      await tick()
      next = taken.find(({ done }) => !finished.has(done))
    }
  }
  const finished = new Set<() => void>()
  return { batches, taken, held, waiting, takeAll }
}

describe('receipts that come faster than they can be written down', () => {
  it('are put together: few transactions, few at once, each receipt in one', async () => {
    const { batches, taken, held, takeAll } = rig()
    for (let n = 0; n < 5_000; n++) batches.add(n % 2 ? 2 : 3, [`id${n}`])
    await tick()
    expect(taken).toHaveLength(4)
    await takeAll()
    expect(taken.flatMap(({ ids }) => ids)).toHaveLength(5_000)
    expect(Math.max(...taken.map(({ ids }) => ids.length))).toBe(200)
    expect(taken.length).toBeLessThan(35)
    // Each frame waits for these: one promise per transaction, not one per receipt.
    expect(held).toHaveLength(taken.length)
  })

  it('hold frames back until theirs is written down', async () => {
    const { batches, taken, held } = rig()
    batches.add(2, ['A'])
    let isFree = false
    void held[0]?.then(() => (isFree = true))
    await tick()
    expect(isFree).toBe(false)
    taken[0]?.done()
    await tick()
    expect(isFree).toBe(true)
  })

  it('are counted until they are written down, one that comes twice once', async () => {
    const { batches, waiting, takeAll } = rig()
    for (const id of ['A', 'B', 'C', 'D']) batches.add(2, [id])
    batches.add(2, ['E', 'F', 'E'])
    expect(waiting.at(-1)).toBe(6)
    await tick()
    await takeAll()
    expect(waiting.at(-1)).toBe(0)
  })

  it('are written down in one order, so that two transactions never wait crosswise', async () => {
    const { batches, taken } = rig()
    batches.add(3, ['C', 'A', 'B'])
    await tick()
    expect(taken[0]?.ids).toEqual(['A', 'B', 'C'])
  })
})
