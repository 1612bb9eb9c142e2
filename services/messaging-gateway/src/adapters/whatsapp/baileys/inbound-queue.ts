import { backoffMs } from '@balcao/kernel'

/** Items of one chat, oldest first. */
interface Lane<T> {
  items: T[]
  isRunning: boolean
}

export interface InboundQueueOptions<T> {
  /** The chat within which order is kept. */
  laneOf(item: T): string
  /** Rejects while the item cannot be recorded: it is tried again, and later items of its chat wait. */
  take(item: T): Promise<void>
  failed(error: unknown): void
  /** Called once when an item has failed for one to two minutes. The tries continue. */
  stuck?(): void
  stuckAfterTries?: number
  lanesAtOnce?: number
  /**
   * After this time a lane that waits for something external, a
   * file for instance, no longer counts towards `lanesAtOnce`.
   */
  slowAfterMs?: number
  /** Called when more than this many items wait, and again when half of them are left. */
  highWater?: number
  crowded?(isCrowded: boolean): void
}

const RETRIES = { firstMs: 200, longestMs: 10_000 }
const STUCK_AFTER_TRIES = 17
const SLOW_AFTER_MS = 1_000
/** Maximum of slow lanes beyond `lanesAtOnce`. */
const MOST_SLOW = 56

/** Delivers items in order per chat, chats in parallel, each until it is recorded. Slow chats do not delay others. */
export class InboundQueue<T> {
  private readonly lanes = new Map<string, Lane<T>>()
  private readonly ready: string[] = []
  private running = 0
  private slow = 0
  private size = 0
  private isStopped = false
  private isCrowded = false
  private readonly naps = new Set<() => void>()
  private readonly idlers: (() => void)[] = []

  constructor(private readonly options: InboundQueueOptions<T>) {}

  push(item: T): void {
    if (this.isStopped) return
    const name = this.options.laneOf(item)
    const lane = this.lanes.get(name) ?? { items: [], isRunning: false }
    lane.items.push(item)
    this.lanes.set(name, lane)
    this.count(1)
    if (!lane.isRunning) {
      lane.isRunning = true
      this.ready.push(name)
      this.dispatch()
    }
  }

  get length(): number {
    return this.size
  }

  private async idle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => this.idlers.push(resolve))
  }

  /** Starts nothing more; resolves when running items are finished. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const wake of this.naps) wake()
    await this.idle()
  }

  private dispatch(): void {
    const { lanesAtOnce = 8 } = this.options
    while (this.running - Math.min(this.slow, MOST_SLOW) < lanesAtOnce) {
      const name = this.ready.shift()
      if (name === undefined) return
      this.running += 1
      const isOver = this.watch()
      void this.serve(name).finally(() => {
        isOver()
        this.running -= 1
        this.dispatch()
        if (this.running === 0) for (const resolve of this.idlers.splice(0)) resolve()
      })
    }
  }

  /** Counts the lane as slow once it takes longer than `slowAfterMs`; call the answer when it has finished. */
  private watch(): () => void {
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
  private async serve(name: string): Promise<void> {
    const lane = this.lanes.get(name)
    const item = lane?.items[0]
    if (!lane || item === undefined || this.isStopped) return
    if (!(await this.persist(item))) return
    lane.items.shift()
    this.count(-1)
    if (lane.items.length > 0) this.ready.push(name)
    else this.lanes.delete(name)
  }

  private async persist(item: T): Promise<boolean> {
    for (let tries = 0; !this.isStopped; tries += 1) {
      try {
        await this.options.take(item)
        return true
      } catch (error) {
        this.options.failed(error)
        if (tries === (this.options.stuckAfterTries ?? STUCK_AFTER_TRIES)) this.options.stuck?.()
        await this.nap(backoffMs(tries + 1, RETRIES, Math.random()))
      }
    }
    return false
  }

  private async nap(ms: number): Promise<void> {
    if (this.isStopped) return
    let wake: () => void = () => undefined
    const timer = setTimeout(() => wake(), ms)
    await new Promise<void>((resolve) => {
      wake = resolve
      this.naps.add(wake)
    })
    this.naps.delete(wake)
    clearTimeout(timer)
  }

  private count(by: number): void {
    this.size += by
    const { highWater = 1_000, crowded } = this.options
    const isCrowded = this.isCrowded ? this.size > highWater / 2 : this.size > highWater
    if (isCrowded === this.isCrowded) return
    this.isCrowded = isCrowded
    crowded?.(isCrowded)
  }
}
