import type { OutboxRow } from './event-transport.port'

/** Rows handed to the transport and not yet marked. Bounds memory, not throughput. */
const MOST_IN_FLIGHT = 4_000
/** Enough to keep every consumer busy between two polls. */
const BUSY_FROM = 1_000
/** One key may not fill the window: while it waits (a slow consumer, a poison event) others go on. */
const MOST_PER_KEY = 64

/** What a relay has handed out. A row stays until it is marked sent in the database. */
export class RelayWindow {
  private readonly rows = new Map<number, OutboxRow>()
  private readonly perKey = new Map<string, number>()
  private fullCount = 0
  private done: number[] = []

  hasRoom(): boolean {
    return this.rows.size < MOST_IN_FLIGHT
  }

  get isBusy(): boolean {
    return this.rows.size >= BUSY_FROM
  }

  /** Something had to be left out: the window or a key's share of it is full. */
  get isLimiting(): boolean {
    return !this.hasRoom() || this.fullCount > 0
  }

  seqs(): number[] {
    return [...this.rows.keys()]
  }

  fullKeys(): string[] {
    return [...this.perKey].filter(([, count]) => count >= MOST_PER_KEY).map(([key]) => key)
  }

  /** The rows to hand out now, in order. Once one row of a key is left out, so are the later ones of that key. */
  admit(rows: readonly OutboxRow[]): OutboxRow[] {
    return rows.filter((row) => {
      const count = this.perKey.get(row.orderingKey) ?? 0
      if (count >= MOST_PER_KEY) return false
      this.perKey.set(row.orderingKey, count + 1)
      if (count + 1 === MOST_PER_KEY) this.fullCount += 1
      this.rows.set(row.seq, row)
      return true
    })
  }

  acknowledge(row: OutboxRow): void {
    if (this.rows.get(row.seq) === row) this.done.push(row.seq)
  }

  get doneCount(): number {
    return this.done.length
  }

  /** Settled rows that wait for their mark; `marked` confirms them, `unmarked` gives them back. */
  takeDone(): number[] {
    const taken = this.done
    this.done = []
    return taken
  }

  unmarked(seqs: readonly number[]): void {
    this.done.push(...seqs)
  }

  marked(seqs: readonly number[]): void {
    for (const seq of seqs) {
      const row = this.rows.get(seq)
      if (!row) continue
      this.rows.delete(seq)
      const count = (this.perKey.get(row.orderingKey) ?? 1) - 1
      if (count + 1 === MOST_PER_KEY) this.fullCount -= 1
      if (count > 0) this.perKey.set(row.orderingKey, count)
      else this.perKey.delete(row.orderingKey)
    }
  }
}
