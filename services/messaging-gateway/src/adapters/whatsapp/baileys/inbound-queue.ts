import { backoffMs } from '@balcao/kernel'

/** Items of one chat, oldest first. */
interface Lane<T> {
  items: T[]
  isRunning: boolean
}

export interface InboundQueueOptions<T> {
  /** The chat within which order is kept. */
  chooseLane(item: T): string
  /** Rejects while the item cannot be recorded: it is tried again, and later items of its chat wait. */
  handle(item: T): Promise<void>
  failed(error: unknown): void
  /** Called once when an item has failed for one to two minutes. The tries continue. */
  onStuck?(): void
  stuckAfterTries?: number
  lanesAtOnce?: number
  /**
   * After this time a lane that waits for something external, a
   * file for instance, no longer counts towards `lanesAtOnce`.
   */
  slowAfterMs?: number
  /** Called when more than this many items wait, and again when half of them are left. */
  highWater?: number
  onCrowded?(isCrowded: boolean): void
}

const RETRIES = { firstMs: 200, longestMs: 10_000 }
const STUCK_AFTER_TRIES = 17
const SLOW_AFTER_MS = 1_000
/** Maximum of slow lanes beyond `lanesAtOnce`. */
const MAX_SLOW = 56

/** Delivers items in order per chat, chats in parallel, each until it is recorded. Slow chats do not delay others. */
export class InboundQueue<T> {
  private readonly lanes = new Map<string, Lane<T>>()
  private readonly ready: string[] = []
  private running = 0
  private slow = 0
  private size = 0
  private isStopped = false
  private isCrowded = false
  private readonly pauses = new Set<() => void>()
  private readonly idleListeners: (() => void)[] = []

  constructor(private readonly options: InboundQueueOptions<T>) {}

  push(item: T): void {
    if (this.isStopped) return
    const name = this.options.chooseLane(item)
    const lane = this.lanes.get(name) ?? { items: [], isRunning: false }
    lane.items.push(item)
    this.lanes.set(name, lane)
    this.addToSize(1)
    if (!lane.isRunning) {
      lane.isRunning = true
      this.ready.push(name)
      this.dispatch()
    }
  }

  get length(): number {
    return this.size
  }

  private async waitUntilIdle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve))
  }

  /** Starts nothing more; resolves when running items are finished. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const wake of this.pauses) wake()
    await this.waitUntilIdle()
  }

  private dispatch(): void {
    const { lanesAtOnce = 8 } = this.options
    while (this.running - Math.min(this.slow, MAX_SLOW) < lanesAtOnce) {
      const name = this.ready.shift()
      if (name === undefined) return
      this.running += 1
      const isOver = this.countIfSlow()
      void this.handleNext(name).finally(() => {
        isOver()
        this.running -= 1
        this.dispatch()
        if (this.running === 0) for (const resolve of this.idleListeners.splice(0)) resolve()
      })
    }
  }

  /** Counts the lane as slow once it takes longer than `slowAfterMs`; call the answer when it has finished. */
  private countIfSlow(): () => void {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.slow += 1
      this.dispatch()
    }, this.options.slowAfterMs ?? SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      if (isSlow) this.slow -= 1
    }
  }

  /* One item, then the lane goes to the end of the ready list: a chat with many messages delays no other. */
  private async handleNext(name: string): Promise<void> {
    const lane = this.lanes.get(name)
    const item = lane?.items[0]
    if (!lane || item === undefined || this.isStopped) return
    if (!(await this.handleUntilDone(item))) return
    lane.items.shift()
    this.addToSize(-1)
    if (lane.items.length > 0) this.ready.push(name)
    else this.lanes.delete(name)
  }

  private async handleUntilDone(item: T): Promise<boolean> {
    for (let tries = 0; !this.isStopped; tries += 1) {
      try {
        await this.options.handle(item)
        return true
      } catch (error) {
        this.options.failed(error)
        if (tries === (this.options.stuckAfterTries ?? STUCK_AFTER_TRIES)) this.options.onStuck?.()
        await this.pause(backoffMs(tries + 1, RETRIES, Math.random()))
      }
    }
    return false
  }

  private async pause(ms: number): Promise<void> {
    if (this.isStopped) return
    let wake: () => void = () => undefined
    const timer = setTimeout(() => wake(), ms)
    await new Promise<void>((resolve) => {
      wake = resolve
      this.pauses.add(wake)
    })
    this.pauses.delete(wake)
    clearTimeout(timer)
  }

  private addToSize(by: number): void {
    this.size += by
    const { highWater = 1_000, onCrowded } = this.options
    const isCrowded = this.isCrowded ? this.size > highWater / 2 : this.size > highWater
    if (isCrowded === this.isCrowded) return
    this.isCrowded = isCrowded
    onCrowded?.(isCrowded)
  }
}
