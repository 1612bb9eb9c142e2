import type { RelayWindow } from './relay-window'
import type { WakeUp } from './wake-up'

/** Acknowledged rows that are marked without waiting for more. */
const MARKED_AT_ONCE = 500
/** Acknowledged rows are marked in batches of up to 10 ms. */
const GATHER_MS = 10
/** The same where marking makes no room for rows that are read. */
const LONG_GATHER_MS = 200

/** When a relay marks acknowledged rows. */
export class MarkTimes {
  private markedAtMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly window: RelayWindow,
    private readonly wakeUp: WakeUp,
    private readonly carriesRows: boolean,
  ) {}

  /** A row was acknowledged: wakes the relay when it is to mark. */
  acknowledged(): void {
    if (this.isFull) this.wakeUp.call()
    else this.wakeUp.callIn(this.gatherMs)
  }

  /** The next turn marks. */
  hurry(): void {
    this.markedAtMs = Number.NEGATIVE_INFINITY
    this.wakeUp.call()
  }

  isDue(): boolean {
    if (this.window.doneCount === 0) return false
    // Half: a timer may end early.
    return this.isFull || performance.now() - this.markedAtMs >= this.gatherMs / 2
  }

  marking(): void {
    this.markedAtMs = performance.now()
  }

  private get isFull(): boolean {
    return this.window.doneCount >= MARKED_AT_ONCE
  }

  private get gatherMs(): number {
    return this.carriesRows && !this.window.isLimiting ? LONG_GATHER_MS : GATHER_MS
  }
}
