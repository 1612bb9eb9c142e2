import { untraced } from '@balcao/platform'

/**
 * Runs `turn` when nudged, never twice at a time; a nudge during a turn causes one more turn.
 * `turn` answers after how many milliseconds it runs again, or undefined to wait for a nudge.
 */
export class WorkLoop {
  private running: Promise<void> | undefined
  private isNudged = false
  private isStopped = false
  private timer: NodeJS.Timeout | undefined
  /** By the monotonic clock. */
  private dueAtMs = Number.POSITIVE_INFINITY

  /** @param failed called with the error of a turn; answers after how many milliseconds to run again, or undefined to stop. */
  constructor(
    private readonly turn: () => Promise<number | undefined>,
    private readonly failed: (error: unknown) => number | undefined,
  ) {}

  nudge(): void {
    if (this.isStopped) return
    this.isNudged = true
    this.running ??= this.run()
  }

  /** The next turn begins so soon at the latest. During a turn nothing changes: it answers itself when the next one is. */
  nudgeWithin(ms: number): void {
    if (this.isStopped || this.running || this.dueAtMs <= performance.now() + ms) return
    this.sleep(ms)
  }

  /** Begins no further turn; resolves when the current one is over. Idempotent. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async run(): Promise<void> {
    // The first turn begins after the caller's synchronous code, and after `running` is set.
    await Promise.resolve()
    clearTimeout(this.timer)
    this.dueAtMs = Number.POSITIVE_INFINITY
    let napMs: number | undefined
    while (this.isNudged && !this.isStopped) {
      this.isNudged = false
      napMs = await this.oneTurn()
    }
    this.running = undefined
    if (napMs !== undefined && !this.isStopped) this.sleep(napMs)
  }

  private sleep(ms: number): void {
    clearTimeout(this.timer)
    this.dueAtMs = performance.now() + ms
    // Without a trace: the timer would continue the trace of the nudge.
    this.timer = untraced(() => setTimeout(() => this.nudge(), ms))
  }

  private async oneTurn(): Promise<number | undefined> {
    try {
      return await this.turn()
    } catch (error) {
      const againMs = this.failed(error)
      if (againMs === undefined) this.isStopped = true
      return againMs
    }
  }
}
