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
    let napMs: number | undefined
    while (this.isNudged && !this.isStopped) {
      this.isNudged = false
      napMs = await this.oneTurn()
    }
    this.running = undefined
    if (napMs !== undefined && !this.isStopped)
      // Without a trace: the timer would continue the trace of the nudge.
      this.timer = untraced(() => setTimeout(() => this.nudge(), napMs))
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
