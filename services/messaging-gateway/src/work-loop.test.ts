import { WorkLoop } from './work-loop'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a work loop', () => {
  it('never turns twice at a time and turns once more for nudges during a turn', async () => {
    let turns = 0
    let open: () => void = () => undefined
    const loop = new WorkLoop(
      () => {
        turns += 1
        return new Promise((resolve) => (open = () => resolve(undefined)))
      },
      () => undefined,
    )
    loop.nudge()
    loop.nudge()
    await settled()
    expect(turns).toBe(1)
    loop.nudge()
    loop.nudge()
    open()
    await settled()
    expect(turns).toBe(2)
    open()
    await settled()
    expect(turns).toBe(2)
    await loop.stop()
    loop.nudge()
    await settled()
    expect(turns).toBe(2)
  })

  it('turns by itself when it asked to', async () => {
    let turns = 0
    await new Promise<void>((done) => {
      const loop = new WorkLoop(
        () => {
          turns += 1
          if (turns === 3) done()
          return Promise.resolve(turns < 3 ? 1 : undefined)
        },
        () => undefined,
      )
      loop.nudge()
    })
    expect(turns).toBe(3)
  })

  it('turns within the time that it is asked to, never later than it would have', async () => {
    jest.useFakeTimers()
    let turns = 0
    const loop = new WorkLoop(
      () => Promise.resolve(((turns += 1), 10_000)),
      () => undefined,
    )
    loop.nudge()
    await jest.advanceTimersByTimeAsync(1_000)
    expect(turns).toBe(1)
    loop.nudgeWithin(20_000)
    loop.nudgeWithin(2_000)
    loop.nudgeWithin(5_000)
    await jest.advanceTimersByTimeAsync(1_999)
    expect(turns).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(turns).toBe(2)
    await jest.advanceTimersByTimeAsync(9_999)
    expect(turns).toBe(2)
    await jest.advanceTimersByTimeAsync(1)
    expect(turns).toBe(3)
    await loop.stop()
    jest.useRealTimers()
  })

  it('stops for good when a failure says so', async () => {
    const seen: unknown[] = []
    const loop = new WorkLoop(
      () => Promise.reject(new Error('broken')),
      (error) => void seen.push(error),
    )
    loop.nudge()
    await settled()
    loop.nudge()
    await settled()
    expect(seen).toHaveLength(1)
  })
})
