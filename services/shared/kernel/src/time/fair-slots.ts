import { AppError } from '../errors/app-error'
import { Tally } from './tally'
import { TurnQueue } from './turn-queue'

export interface SlotLimits {
  /** Of all keys together. */
  atOnce: number
  atOncePerKey: number
  /** More than these that wait are refused. */
  waitingPerKey: number
}

/**
 * Slots for work that keys, such as companies, share: a free slot goes to each key that waits, one after the other, so that one
 * with much work waits for itself and the others for one task of it. In this process.
 */
export class FairSlots<K> {
  private readonly running = new Tally<K>()
  private readonly waiting = new TurnQueue<K, () => void>()
  private count = 0

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Resolves when the key has a slot, with what releases it. Call that exactly once.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS when too many of the key wait.
   */
  async take(key: K): Promise<() => void> {
    if (this.isFull(key)) throw new AppError('ERR_TOO_MANY_REQUESTS')
    const slot = new Promise<void>((resolve) => this.waiting.add(key, resolve))
    this.startNext()
    await slot
    return () => this.release(key)
  }

  /** Whether `take` refuses the key now. */
  isFull(key: K): boolean {
    return !this.mayRun(key) && this.waiting.count(key) >= this.limits.waitingPerKey
  }

  private mayRun(key: K): boolean {
    return this.count < this.limits.atOnce && this.running.of(key) < this.limits.atOncePerKey
  }

  private startNext(): void {
    const mayRun = (key: K) => this.mayRun(key)
    for (let next = this.waiting.take(mayRun); next; next = this.waiting.take(mayRun)) {
      this.count += 1
      this.running.add(next.key)
      next.item()
    }
  }

  private release(key: K): void {
    this.count -= 1
    this.running.remove(key)
    this.startNext()
  }
}
