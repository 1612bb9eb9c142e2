import { Tally } from '@balcao/kernel'

import type { OutboxRow } from './event-transport.port'

/** Rows published and not yet marked as sent. Bounds memory, not throughput. */
const MOST_IN_FLIGHT = 4_000
/** What one company writes at once, such as an import, leaves capacity for the others. */
const MOST_PER_COMPANY = MOST_IN_FLIGHT / 2
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

/** Those of which no further row is published until some are marked. */
export interface FullOnes {
  companies: readonly number[]
  /** Keys of one company each. */
  keys: readonly Pick<UnsentRow, 'companyId' | 'orderingKey'>[]
}

/** Rows by company, or by key; `full` has one row of each that has as many as it may. */
class Counts<K> {
  readonly full = new Map<K, UnsentRow>()
  private readonly counts = new Tally<K>()

  constructor(
    private readonly most: number,
    private readonly keyOf: (row: UnsentRow) => K,
  ) {}

  hasRoom(row: UnsentRow): boolean {
    return !this.full.has(this.keyOf(row))
  }

  add(row: UnsentRow): void {
    const key = this.keyOf(row)
    if (this.counts.add(key) === this.most) this.full.set(key, row)
  }

  remove(row: UnsentRow): void {
    const key = this.keyOf(row)
    this.full.delete(key)
    this.counts.remove(key)
  }
}

/** Rows that a relay has published. A row stays until it is marked sent in the database. */
export class RelayWindow {
  private readonly rows = new Map<number, UnsentRow>()
  private readonly perCompany = new Counts(MOST_PER_COMPANY, ({ companyId }) => companyId)
  private readonly perKey = new Counts(
    MOST_PER_KEY,
    ({ companyId, orderingKey }) => `${companyId} ${orderingKey}`,
  )
  private done: UnsentRow[] = []

  hasRoom(): boolean {
    return this.rows.size < MOST_IN_FLIGHT
  }

  get isEmpty(): boolean {
    return this.rows.size === 0
  }

  /** Forgets every row: none is marked, whatever is acknowledged from now on. They are read again. */
  clear(): void {
    this.marked([...this.rows.values()])
    this.done = []
  }

  get isBusy(): boolean {
    return this.rows.size >= BUSY_FROM
  }

  /** A row was skipped: the window, a company's limit or a key's is reached. */
  get isLimiting(): boolean {
    return !this.hasRoom() || this.perCompany.full.size + this.perKey.full.size > 0
  }

  seqs(): number[] {
    return [...this.rows.keys()]
  }

  hasRowsOf(shard: number): boolean {
    return [...this.rows.values()].some((row) => row.shard === shard)
  }

  listFull(): FullOnes {
    return { companies: [...this.perCompany.full.keys()], keys: [...this.perKey.full.values()] }
  }

  /** The rows to publish now, in order. After a skipped row of a company's key the later ones of that key are skipped too. */
  admit(rows: readonly UnsentRow[]): { admitted: UnsentRow[]; skipped: UnsentRow[] } {
    const admitted: UnsentRow[] = []
    const skipped: UnsentRow[] = []
    for (const row of rows) {
      if (!this.perCompany.hasRoom(row) || !this.perKey.hasRoom(row)) {
        skipped.push(row)
        continue
      }
      this.perCompany.add(row)
      this.perKey.add(row)
      this.rows.set(row.seq, row)
      admitted.push(row)
    }
    return { admitted, skipped }
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
      this.perCompany.remove(row)
      this.perKey.remove(row)
    }
  }
}
