import { systemClock, type Activity, type Job, type Lease, type Leases } from '@balcao/kernel'

import { metricsText } from '../telemetry/metrics'
import { createOutboxHints } from '../events'
import { startJob } from './jobs'
import { createActivity, watchActivity } from './service-activity'

interface FakeLeases extends Leases {
  held: Set<string>
  acquired: number
  lose(): void
}

function fakeLeases(isFree = () => true, isOnlyWriter = false): FakeLeases {
  const held = new Set<string>()
  let abort = new AbortController()
  const leases: FakeLeases = {
    isOnlyWriter,
    held,
    acquired: 0,
    lose: () => abort.abort(),
    acquire: async (name) => {
      if (!isFree() || held.has(name)) return undefined
      held.add(name)
      abort = new AbortController()
      leases.acquired += 1
      const lease: Lease = {
        name,
        epoch: 1,
        isSuspended: false,
        signal: abort.signal,
        release: async () => void held.delete(name),
      }
      return lease
    },
    fence: async () => undefined,
    freeAllOf: async () => undefined,
  }
  return leases
}

const start = (job: Job, leases: Leases, activity?: Activity) =>
  startJob(job, { leases, clock: systemClock, activity })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

interface GivenDue extends Partial<Job> {
  isOnlyWriter?: boolean
}

const counting = (patch: Partial<Job> = {}) => {
  const runs: AbortSignal[] = []
  const job: Job = {
    name: 'x.count',
    everyMs: 1_000,
    run: async (signal) => void runs.push(signal),
    ...patch,
  }
  return { runs, job }
}

describe('a timed job', () => {
  it('runs soon after start, then after each pause, and no more after stop', async () => {
    const { runs, job } = counting()
    const running = start(job, fakeLeases())
    await jest.advanceTimersByTimeAsync(250)
    expect(runs).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(3_000)
    expect(runs).toHaveLength(4)
    await running.stop()
    await jest.advanceTimersByTimeAsync(5_000)
    expect(runs).toHaveLength(4)
  })

  it('never overlaps itself', async () => {
    let active = 0
    let most = 0
    const { job } = counting({
      run: async () => {
        most = Math.max(most, (active += 1))
        await new Promise((resolve) => setTimeout(resolve, 5_000))
        active -= 1
      },
    })
    const running = start(job, fakeLeases())
    await jest.advanceTimersByTimeAsync(20_000)
    const stopped = running.stop()
    await jest.advanceTimersByTimeAsync(5_000)
    await stopped
    expect(most).toBe(1)
    expect(active).toBe(0)
  })

  it('goes on after a run that threw', async () => {
    let tries = 0
    const { job } = counting({
      run: async () => {
        tries += 1
        throw new Error('bad day')
      },
    })
    const running = start(job, fakeLeases())
    await jest.advanceTimersByTimeAsync(3_250)
    expect(tries).toBe(4)
    await running.stop()
  })

  it('waits while another process holds its lease, unless every process runs it', async () => {
    let isFree = false
    const shared = counting()
    const own = counting({ runs: 'process' })
    const leases = fakeLeases(() => isFree)
    const running = [start(shared.job, leases), start(own.job, leases)]
    await jest.advanceTimersByTimeAsync(1_250)
    expect([shared.runs.length, own.runs.length]).toEqual([0, 2])
    isFree = true
    await jest.advanceTimersByTimeAsync(1_000)
    expect(shared.runs).toHaveLength(1)
    for (const one of running) await one.stop()
    expect(leases.held.size).toBe(0)
  })

  it('keeps the lease of a frequent job and gives back that of a rare one', async () => {
    const frequent = fakeLeases()
    const rare = fakeLeases()
    const running = [start(counting().job, frequent), start(counting({ everyMs: 60_000 }).job, rare)]
    await jest.advanceTimersByTimeAsync(3_250)
    expect([frequent.acquired, frequent.held.size]).toEqual([1, 1])
    expect([rare.acquired, rare.held.size]).toEqual([1, 0])
    for (const one of running) await one.stop()
  })

  it('keeps the lease of a rare job that no other process can run', async () => {
    const leases = fakeLeases(undefined, true)
    const running = start(counting({ everyMs: 60_000 }).job, leases)
    await jest.advanceTimersByTimeAsync(120_250)
    expect([leases.acquired, leases.held.size]).toEqual([1, 1])
    await running.stop()
    expect(leases.held.size).toBe(0)
  })

  it('is told when its lease is lost or the process stops', async () => {
    const leases = fakeLeases()
    const { runs, job } = counting()
    const running = start(job, leases)
    await jest.advanceTimersByTimeAsync(250)
    leases.lose()
    expect(runs[0]?.aborted).toBe(true)
    leases.held.clear()
    await jest.advanceTimersByTimeAsync(1_000)
    expect(runs[1]?.aborted).toBe(false)
    await running.stop()
    expect(runs[1]?.aborted).toBe(true)
  })

  it('tells how often it failed in a row', async () => {
    const outcomes = ['fails', 'fails', 'works', 'fails']
    const { job } = counting({
      name: 'x.failing',
      run: async () => {
        if (outcomes.shift() === 'fails') throw new Error('no')
      },
    })
    const failedRuns = async () =>
      /balcao_job_failed_runs\{name="x.failing"[^}]*\} (\d+)/.exec(await metricsText())?.[1]
    const running = start(job, fakeLeases())
    const seen: (string | undefined)[] = []
    for (const ms of [250, 1_000, 1_000, 1_000]) {
      await jest.advanceTimersByTimeAsync(ms)
      seen.push(await failedRuns())
    }
    expect(seen).toEqual(['1', '2', '0', '1'])
    // A label `job` would be overwritten by Prometheus with the name of the scraped Service.
    expect(await metricsText()).toMatch(/balcao_job_failures_total\{name="x.failing"[^}]*\} 3/)
    await running.stop()
  })
})

describe('a job that rests while its service is idle', () => {
  const given = () => {
    const hints = createOutboxHints()
    const { runs, job } = counting({ idleEveryMs: 5_000 })
    const running = start(job, fakeLeases(), watchActivity(hints, 'x'))
    return { hints, runs, running }
  }

  it('runs often in the first half minute, and seldom after it', async () => {
    const { runs, running } = given()
    await jest.advanceTimersByTimeAsync(30_100)
    expect(runs).toHaveLength(30)
    runs.length = 0
    await jest.advanceTimersByTimeAsync(40_000)
    expect(runs).toHaveLength(8)
    await running.stop()
  })

  it('runs often by its own activity, where it has one', async () => {
    const hints = createOutboxHints({ isOnlyWriter: false })
    const own = createActivity()
    const { runs, job } = counting({ idleEveryMs: 5_000, activity: own })
    const running = start(job, fakeLeases(), watchActivity(hints, 'x'))
    await jest.advanceTimersByTimeAsync(42_000)
    runs.length = 0
    hints.announce('x')
    await jest.advanceTimersByTimeAsync(1_500)
    expect(runs).toHaveLength(0)
    own.note()
    await jest.advanceTimersByTimeAsync(3_000)
    expect(runs).toHaveLength(3)
    await running.stop()
  })

  it('rests longer where no other process writes', async () => {
    const hints = createOutboxHints({ isOnlyWriter: true })
    const { runs, job } = counting({ idleEveryMs: 5_000, idleAloneEveryMs: 20_000 })
    const running = start(job, fakeLeases(undefined, true), watchActivity(hints, 'x'))
    await jest.advanceTimersByTimeAsync(31_000)
    runs.length = 0
    await jest.advanceTimersByTimeAsync(40_000)
    expect(runs).toHaveLength(2)
    hints.announce('x')
    await jest.advanceTimersByTimeAsync(1_500)
    expect(runs).toHaveLength(3)
    await running.stop()
  })

  it('runs a second after a commit with events of its service, and often again', async () => {
    const { hints, runs, running } = given()
    await jest.advanceTimersByTimeAsync(42_000)
    runs.length = 0
    hints.announce('y')
    await jest.advanceTimersByTimeAsync(1_500)
    expect(runs).toHaveLength(0)
    hints.announce('x')
    await jest.advanceTimersByTimeAsync(1_000)
    expect(runs).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(9_000)
    expect(runs).toHaveLength(10)
    await running.stop()
    hints.announce('x')
    await jest.advanceTimersByTimeAsync(9_000)
    expect(runs).toHaveLength(10)
  })
})

describe('a job that tells when its work is due', () => {
  const BUSY_MS = 31_000

  /* Its service becomes idle 30 s after the start. @param dueInMs from then on */
  const given = async (dueInMs: number | undefined, { isOnlyWriter = true, ...patch }: GivenDue = {}) => {
    const hints = createOutboxHints({ isOnlyWriter })
    let dueAt = dueInMs === undefined ? undefined : new Date(Date.now() + BUSY_MS + dueInMs)
    let asked = 0
    const { runs, job } = counting({
      idleEveryMs: 5_000,
      findNextDue: async (before) => {
        asked += 1
        return dueAt && dueAt < before ? dueAt : undefined
      },
      ...patch,
    })
    const counted: Job = {
      ...job,
      run: async (signal) => {
        await job.run(signal)
        if (dueAt && dueAt <= new Date()) dueAt = undefined
      },
    }
    const running = start(counted, fakeLeases(undefined, isOnlyWriter), watchActivity(hints, 'x'))
    await jest.advanceTimersByTimeAsync(BUSY_MS)
    runs.length = 0
    return { hints, runs, running, countAsked: () => asked }
  }

  it.each<[string, number | undefined, GivenDue | undefined, number, number]>([
    ['does not run while nothing is due', undefined, undefined, 300_000, 0],
    ['does not run before its time', 12_000, undefined, 11_900, 0],
    ['runs at its time, once', 12_000, undefined, 30_000, 1],
    ['does not run before a time in some minutes', 150_000, undefined, 149_900, 0],
    ['runs at a time in some minutes', 150_000, undefined, 150_100, 1],
    ['runs as ever where another process may write', undefined, { isOnlyWriter: false }, 20_000, 4],
  ])('%s', async (_what, dueInMs, more, forMs, expected) => {
    const { runs, running } = await given(dueInMs, more)
    await jest.advanceTimersByTimeAsync(forMs)
    expect(runs).toHaveLength(expected)
    await running.stop()
  })

  it.each([
    ['each minute', undefined, 10],
    ['as often as it says', 20_000, 30],
  ])('is asked %s', async (_how, idleAloneEveryMs, expected) => {
    const { running, countAsked } = await given(
      undefined,
      idleAloneEveryMs === undefined ? {} : { idleAloneEveryMs },
    )
    const before = countAsked()
    await jest.advanceTimersByTimeAsync(600_000)
    expect(countAsked() - before).toBe(expected)
    await running.stop()
  })

  it('runs after a commit of its service, and after what wakes it besides', async () => {
    const other = createActivity()
    const { hints, runs, running } = await given(undefined, { wokenBy: other })
    hints.announce('x')
    await jest.advanceTimersByTimeAsync(1_100)
    expect(runs).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(60_000)
    runs.length = 0
    other.note()
    await jest.advanceTimersByTimeAsync(1_100)
    expect(runs).toHaveLength(1)
    await running.stop()
  })

  it('runs when work began while it was asked', async () => {
    const other = createActivity()
    const asking = { wokenBy: other, findNextDue: () => Promise.resolve(void other.note()) }
    const { runs, running } = await given(undefined, asking)
    await jest.advanceTimersByTimeAsync(2_000)
    expect(runs).toHaveLength(2)
    await running.stop()
  })

  it('runs seldom while its work stays due', async () => {
    const { runs, running } = await given(0, { findNextDue: () => Promise.resolve(new Date(0)) })
    await jest.advanceTimersByTimeAsync(20_000)
    expect(runs).toHaveLength(4)
    await running.stop()
  })

  it('rests no longer after a run that failed than where others write', async () => {
    let tries = 0
    const run = () => Promise.reject(new Error(`away ${(tries += 1)}`))
    const { running } = await given(undefined, {
      findNextDue: () => Promise.resolve(new Date(0)),
      idleAloneEveryMs: 20_000,
      run,
    })
    tries = 0
    await jest.advanceTimersByTimeAsync(20_000)
    expect(tries).toBe(4)
    await running.stop()
  })

  it('does not run when it was stopped while it was asked', async () => {
    let answer: (dueAt: Date) => void = () => undefined
    const findNextDue = () => new Promise<Date>((resolve) => (answer = resolve))
    const { runs, running } = await given(undefined, { runs: 'process', findNextDue })
    const stopped = running.stop()
    answer(new Date(0))
    await stopped
    expect(runs).toHaveLength(0)
  })

  it('is asked again soon when that failed', async () => {
    let asked = 0
    const { running } = await given(undefined, {
      findNextDue: () => {
        asked += 1
        return Promise.reject(new Error('away'))
      },
    })
    asked = 0
    await jest.advanceTimersByTimeAsync(20_000)
    expect(asked).toBe(4)
    await running.stop()
  })
})
