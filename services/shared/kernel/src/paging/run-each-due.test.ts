import { runEachDue, runInRounds } from './run-each-due'

const never = new AbortController().signal

/* Items that stay due whatever is done. */
const items = Array.from({ length: 7 }, (_, index) => index + 1)
const list = async (after = 0, size: number) => items.filter((item) => item > after).slice(0, size)

describe('due items', () => {
  it.each([1, 2, 7, 8, 20])('run once each though they stay due, %d a page', async (size) => {
    const ran: number[] = []
    await runEachDue({ size, list, run: async (item) => ran.push(item) }, never)
    expect(ran).toEqual(items)
  })

  it('run whatever fails before them, and every failure is told', async () => {
    const ran: number[] = []
    const run = async (item: number) => {
      if (item < 6) throw new Error(`item ${item}`)
      ran.push(item)
    }
    await expect(runEachDue({ size: 2, list, run }, never)).rejects.toMatchObject({
      errors: [1, 2, 3, 4, 5].map((item) => new Error(`item ${item}`)),
    })
    expect(ran).toEqual([6, 7])
  })

  it('run beside one that hangs', async () => {
    const ran: number[] = []
    let end: () => void = () => undefined
    const run = async (item: number) => {
      ran.push(item)
      if (item === 1) await new Promise<void>((resolve) => (end = resolve))
      if (item === 7) end()
    }
    await runEachDue({ size: 10, atOnce: 2, list, run }, never)
    expect(ran).toEqual(items)
  })

  it('run no more once the job is stopped', async () => {
    const stopping = new AbortController()
    const ran: number[] = []
    const run = async (item: number) => {
      ran.push(item)
      if (item === 3) stopping.abort()
    }
    await runEachDue({ size: 2, list, run }, stopping.signal)
    expect(ran).toEqual([1, 2, 3])
  })
})

describe('batches in rounds', () => {
  it('take turns, end when nothing is left or after so many, and leave out what failed', async () => {
    const ran: string[] = []
    const batches: Record<string, number> = { a: 2, b: 9, c: 9 }
    const runBatch = async (item: string) => {
      ran.push(item)
      if (item === 'b') throw new Error('b')
      batches[item] = (batches[item] ?? 0) - 1
      return (batches[item] ?? 0) > 0
    }
    const run = runInRounds({ items: ['a', 'b', 'c'], mostRounds: 3, runBatch }, never)
    await expect(run).rejects.toMatchObject({ errors: [new Error('b')] })
    expect(ran.join('')).toBe('abcacc')
  })

  it('begin no more once the job is stopped', async () => {
    const stopping = new AbortController()
    const ran: number[] = []
    const runBatch = async (item: number) => {
      ran.push(item)
      if (ran.length === 4) stopping.abort()
      return true
    }
    await runInRounds({ items: [1, 2, 3], mostRounds: 9, runBatch }, stopping.signal)
    expect(ran).toEqual([1, 2, 3, 1])
  })
})
