import { backoffMs, SECOND, TurnQueue } from '@balcao/kernel'

import type { OutboxRow } from './event-transport.port'
import { WakeUp } from './wake-up'

const MOST_AT_ONCE = 32
const RETRIES = { firstMs: 100, longestMs: 2 * SECOND }
/* By then the tries are two seconds apart. */
const TOLD_AFTER_FAILURES = 6

interface QueuedDelivery {
  row: OutboxRow
  done: () => void
}

/** Delivers rows to one target: rows of a key one after the other, each retried until it is accepted. Companies take turns with their keys. */
export class DeliveryQueue {
  private readonly lanes = new Map<string, QueuedDelivery[]>()
  private readonly ready = new TurnQueue<number, string>()
  private readonly working = new Set<Promise<void>>()
  private readonly waits = new Set<WakeUp>()
  private isStopped = false

  constructor(
    readonly name: string,
    private readonly deliver: (row: OutboxRow) => Promise<unknown>,
    private readonly log: (message: string) => void,
  ) {}

  add(row: OutboxRow, done: () => void): void {
    const lane = this.lanes.get(row.orderingKey)
    if (lane) {
      lane.push({ row, done })
      return
    }
    this.lanes.set(row.orderingKey, [{ row, done }])
    this.ready.add(row.companyId, row.orderingKey)
    this.fill()
  }

  pending(): string[] {
    return [...this.lanes].map(([key, deliveries]) => `to ${this.name}: ${deliveries.length} of ${key}`)
  }

  /** Waits for deliveries in flight; the rest is left to the next relay. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const wait of this.waits) wait.call()
    await Promise.all(this.working)
  }

  private fill(): void {
    while (!this.isStopped && this.working.size < MOST_AT_ONCE) {
      const next = this.ready.take()
      if (!next) return
      const work = this.work(next.item).finally(() => {
        this.working.delete(work)
        this.fill()
      })
      this.working.add(work)
    }
  }

  private async work(key: string): Promise<void> {
    const lane = this.lanes.get(key) ?? []
    for (let [delivery] = lane; delivery; [delivery] = lane) {
      if (!(await this.deliverUntilTaken(delivery.row))) return
      lane.shift()
      delivery.done()
    }
    this.lanes.delete(key)
  }

  /** False when the queue stopped before the row was accepted. */
  private async deliverUntilTaken(row: OutboxRow): Promise<boolean> {
    for (let failures = 1; !this.isStopped; failures += 1) {
      try {
        await this.deliver(row)
        return true
      } catch (error) {
        if (failures >= TOLD_AFTER_FAILURES)
          this.log(`${this.name} does not take event ${row.eventId}: ${String(error)}`)
        await this.wait(backoffMs(failures, RETRIES, Math.random()))
      }
    }
    return false
  }

  private async wait(ms: number): Promise<void> {
    const wait = new WakeUp()
    this.waits.add(wait)
    await wait.sleep(ms)
    this.waits.delete(wait)
  }
}
