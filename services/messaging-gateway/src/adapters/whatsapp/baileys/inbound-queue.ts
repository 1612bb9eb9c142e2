import { backoffMs } from '@balcao/kernel'

/** Work of one chat, oldest first. */
interface Lane<T> {
  items: T[]
  isRunning: boolean
}

export interface InboundQueueOptions<T> {
  /** Chat to keep the order in. */
  laneOf(item: T): string
  /** Rejects while the item cannot be taken: it is tried again, and what is behind it in its chat waits. */
  take(item: T): Promise<void>
  failed(error: unknown): void
  /** An item could not be taken for a minute or two. It is tried further. */
  stuck?(): void
  stuckAfterTries?: number
  lanesAtOnce?: number
  /** After so long a lane that waits for something else than us, a file for instance, gives its place to another. */
  slowAfterMs?: number
  /** Told when more than this many wait, and when half of them are gone. */
  highWater?: number
  crowded?(isCrowded: boolean): void
}

const RETRIES = { firstMs: 200, longestMs: 10_000 }
const STUCK_AFTER_TRIES = 17
const SLOW_AFTER_MS = 1_000
/** Lanes that may be slow beside those that are not. */
const MOST_SLOW = 56

/** Hands messages over in order per chat, chats side by side, each until it is taken. Slow chats delay no others. */
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

  /** Nothing more is begun; resolves when what had begun is over. */
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

  /** Lets others in when a lane takes long; call the answer when it is through. */
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

  /* One message, then back to the end of the line: a chatty chat delays nobody. */
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
