import type { OutboxConnection } from './outbox-connection'
import type { UnsentRow } from './relay-window'

/** Rows that were committed. */
export interface CommittedNow {
  /** Those to publish now, in order. */
  rows: readonly UnsentRow[]
  /** Whether these are all; the others must be read. */
  isAll: boolean
}

/* Companies with rows that are committed and not published; undefined while it may be any. */
type Behind = Set<number> | undefined

/**
 * Whose committed rows a relay may publish without reading them: a company's, while every row of it that was committed before is
 * published. That is so after a read that left none of it, when the transactions that were open at the relay's start have
 * ended: a process that was killed may have left some.
 */
export class CaughtUp {
  private behind: Behind
  /** Transactions before this one may be of a process that was killed; undefined until it is read. */
  private horizon: bigint | undefined
  private areOldOnesEnded = false
  /** What the read under way leaves, and rows that were committed during it. */
  private reading: { leaves: Behind; rows: UnsentRow[] } | undefined

  take(rows: readonly UnsentRow[]): CommittedNow {
    if (!this.reading) return this.split(rows)
    this.reading.rows.push(...rows)
    return { rows: [], isAll: true }
  }

  /** Not everything of these companies is published, or of any: their rows are read until nothing is left. */
  fallBehind(companies?: readonly number[]): void {
    if (!companies) this.behind = undefined
    if (!companies && this.reading) this.reading.leaves = undefined
    for (const company of companies ?? []) {
      this.behind?.add(company)
      this.reading?.leaves?.add(company)
    }
  }

  /** Transactions may have been committed unseen. */
  reset(): void {
    this.behind = undefined
    this.horizon = undefined
    this.areOldOnesEnded = false
    this.reading = undefined
  }

  async beginRead(connection: OutboxConnection): Promise<void> {
    this.behind = undefined
    const reading = { leaves: new Set<number>(), rows: [] }
    this.reading = reading
    if (this.areOldOnesEnded) return
    const { oldest, next } = await connection.readTransactions()
    // Reset meanwhile: what was read may be older.
    if (this.reading !== reading) return
    this.horizon ??= next
    this.areOldOnesEnded = oldest >= this.horizon
  }

  /** Rows that were committed during the read, to publish after what it found. */
  endRead(): CommittedNow {
    const { reading } = this
    this.reading = undefined
    if (!reading) return { rows: [], isAll: false }
    this.behind = this.areOldOnesEnded ? reading.leaves : undefined
    return this.split(reading.rows)
  }

  private split(all: readonly UnsentRow[]): CommittedNow {
    const { behind } = this
    const rows = behind ? all.filter(({ companyId }) => !behind.has(companyId)) : []
    return { rows, isAll: rows.length === all.length }
  }
}
