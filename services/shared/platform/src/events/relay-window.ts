import type { OutboxRow } from './event-transport.port'

/** Rows published and not yet marked as sent. Bounds memory, not throughput. */
const MOST_IN_FLIGHT = 4_000
/** Enough to keep every consumer busy between two polls. */
const BUSY_FROM = 1_000
/** Limit per key, so that a slow consumer or a failing event of one key leaves capacity for others. */
const MOST_PER_KEY = 64

/** A row with the columns that find it again for marking. */
export interface UnsentRow extends OutboxRow {
  shard: number
  /** As Postgres writes it, to the microsecond: names the row's partition. */
  createdAt: string
}

/** Rows that a relay has published. A row stays until it is marked sent in the database. */
export class RelayWindow {
  private readonly rows = new Map<number, UnsentRow>()
  private readonly perKey = new Map<string, number>()
  private fullCount = 0
  private done: UnsentRow[] = []

  hasRoom(): boolean {
    return this.rows.size < MOST_IN_FLIGHT
  }

  get isBusy(): boolean {
    return this.rows.size >= BUSY_FROM
  }

  /** A row was skipped: the window or a key's limit is reached. */
  get isLimiting(): boolean {
    return !this.hasRoom() || this.fullCount > 0
  }

  seqs(): number[] {
    return [...this.rows.keys()]
  }

  hasRowsOf(shard: number): boolean {
    return [...this.rows.values()].some((row) => row.shard === shard)
  }

  fullKeys(): string[] {
    return [...this.perKey].filter(([, count]) => count >= MOST_PER_KEY).map(([key]) => key)
  }

  /** The rows to publish now, in order. After a skipped row of a key the later ones of that key are skipped too. */
  admit(rows: readonly UnsentRow[]): UnsentRow[] {
    return rows.filter((row) => {
      const count = this.perKey.get(row.orderingKey) ?? 0
      if (count >= MOST_PER_KEY) return false
      this.perKey.set(row.orderingKey, count + 1)
      if (count + 1 === MOST_PER_KEY) this.fullCount += 1
      this.rows.set(row.seq, row)
      return true
    })
  }

  /** Those that are not published. */
  listUnknown(rows: readonly UnsentRow[]): UnsentRow[] {
    return rows.filter(({ seq }) => !this.rows.has(seq))
  }

  acknowledge(row: OutboxRow): void {
    const published = this.rows.get(row.seq)
    if (published && published === row) this.done.push(published)
  }

  get doneCount(): number {
    return this.done.length
  }

  /** Acknowledged rows to be marked; `marked` confirms them, `unmarked` returns them. */
  takeDone(): UnsentRow[] {
    const taken = this.done
    this.done = []
    return taken
  }

  unmarked(rows: readonly UnsentRow[]): void {
    this.done.push(...rows)
  }

  marked(rows: readonly UnsentRow[]): void {
    for (const row of rows) {
      if (!this.rows.delete(row.seq)) continue
      const count = (this.perKey.get(row.orderingKey) ?? 1) - 1
      if (count + 1 === MOST_PER_KEY) this.fullCount -= 1
      if (count > 0) this.perKey.set(row.orderingKey, count)
      else this.perKey.delete(row.orderingKey)
    }
  }
}
