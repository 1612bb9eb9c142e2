import type { Clock } from '@balcao/kernel'

interface Task {
  dueAtMs: number
  run(): void
}

/* A test may move the clock that it passed: it is looked at again this often while something waits. */
const LONGEST_WAIT_MS = 250

/** The server's time, and what it does later. Tests move it; with a system clock it passes by itself. */
export class Schedule implements Clock {
  private aheadMs = 0
  /** By time; tasks of the same time in the order in which they were added. */
  private readonly tasks: Task[] = []
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly clock: Clock) {}

  now(): Date {
    return new Date(this.nowMs())
  }

  nowMs(): number {
    return this.clock.now().getTime() + this.aheadMs
  }

  after(delayMs: number, run: () => void): void {
    const dueAtMs = this.nowMs() + delayMs
    this.tasks.splice(this.positionAfter(dueAtMs), 0, { dueAtMs, run })
    this.arm()
  }

  /** Runs everything that becomes due, in order, each at its own time. */
  advance(ms: number): void {
    const untilMs = this.nowMs() + ms
    for (let next = this.tasks[0]; next && next.dueAtMs <= untilMs; next = this.tasks[0]) {
      this.aheadMs += Math.max(0, next.dueAtMs - this.nowMs())
      this.tasks.shift()
      next.run()
    }
    this.aheadMs += Math.max(0, untilMs - this.nowMs())
    this.arm()
  }

  /** Whether something is due and has not run. */
  isBehind(): boolean {
    const next = this.tasks[0]
    return next !== undefined && next.dueAtMs <= this.nowMs()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.tasks.length = 0
  }

  private positionAfter(dueAtMs: number): number {
    let low = 0
    let high = this.tasks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.tasks[middle]?.dueAtMs ?? Infinity) <= dueAtMs) low = middle + 1
      else high = middle
    }
    return low
  }

  private runDue(): void {
    const nowMs = this.nowMs()
    for (let next = this.tasks[0]; next && next.dueAtMs <= nowMs; next = this.tasks[0]) {
      this.tasks.shift()
      next.run()
    }
    this.arm()
  }

  private arm(): void {
    clearTimeout(this.timer)
    const next = this.tasks[0]
    if (!next) return
    const waitMs = Math.min(Math.max(next.dueAtMs - this.nowMs(), 0), LONGEST_WAIT_MS)
    this.timer = setTimeout(() => this.runDue(), waitMs)
    this.timer.unref()
  }
}
