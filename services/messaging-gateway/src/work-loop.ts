import { untraced } from '@balcao/platform'

/**
 * Runs `turn` when nudged, never twice at a time; a nudge during a turn causes one more turn.
 * `turn` answers after how many milliseconds it wants to run by itself, or undefined to wait for a nudge.
 */
export class WorkLoop {
  private running: Promise<void> | undefined
  private isNudged = false
  private isStopped = false
  private timer: NodeJS.Timeout | undefined

  /** @param failed told of a turn that threw; answers when to try again, or undefined to stop for good. */
  constructor(
    private readonly turn: () => Promise<number | undefined>,
    private readonly failed: (error: unknown) => number | undefined,
  ) {}

  nudge(): void {
    if (this.isStopped) return
    this.isNudged = true
    this.running ??= this.run()
  }

  /** No turn begins any more; resolves when the current one is over. Idempotent. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async run(): Promise<void> {
    // The caller's own work comes first, and `running` is set before a turn can end.
    await Promise.resolve()
    clearTimeout(this.timer)
    let napMs: number | undefined
    while (this.isNudged && !this.isStopped) {
      this.isNudged = false
      napMs = await this.oneTurn()
    }
    this.running = undefined
    if (napMs !== undefined && !this.isStopped)
      // Nobody's trace goes on for ever because it woke us once.
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
