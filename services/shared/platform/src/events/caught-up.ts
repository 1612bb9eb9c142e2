import type { OutboxConnection } from './outbox-connection'
import type { UnsentRow } from './relay-window'

/**
 * Whether a relay may publish committed rows without reading them: only while every row that was committed before is published.
 * That is so after a read that left nothing, when the transactions that were open at the relay's start have ended: a process
 * that was killed may have left some.
 */
export class CaughtUp {
  private isCaughtUp = false
  /** Transactions before this one may be of a process that was killed; undefined until it is read. */
  private horizon: bigint | undefined
  private areOldOnesEnded = false
  /** Rows that were committed while the outbox is read. */
  private meanwhile: UnsentRow[] | undefined

  /** Rows that were committed: to publish now, or undefined when they must be read. */
  take(rows: readonly UnsentRow[]): readonly UnsentRow[] | undefined {
    if (this.meanwhile) {
      this.meanwhile.push(...rows)
      return []
    }
    return this.isCaughtUp ? rows : undefined
  }

  /** Not everything is published: rows are read until nothing is left. */
  fallBehind(): void {
    this.isCaughtUp = false
  }

  /** Transactions may have been committed unseen. */
  reset(): void {
    this.isCaughtUp = false
    this.horizon = undefined
    this.areOldOnesEnded = false
    this.meanwhile = undefined
  }

  async beginRead(connection: OutboxConnection): Promise<void> {
    this.isCaughtUp = false
    this.meanwhile = []
    if (this.areOldOnesEnded) return
    const { oldest, next } = await connection.readTransactions()
    // Reset meanwhile: what was read may be older.
    if (!this.meanwhile) return
    this.horizon ??= next
    this.areOldOnesEnded = oldest >= this.horizon
  }

  /**
   * Rows that were committed during the read, to publish after what it found; undefined when another read must find them.
   * @param isAll whether the read left nothing.
   */
  endRead(isAll: boolean): readonly UnsentRow[] | undefined {
    const rows = this.meanwhile
    this.meanwhile = undefined
    this.isCaughtUp = isAll && this.areOldOnesEnded && rows !== undefined
    if (this.isCaughtUp) return rows
    return rows?.length === 0 ? rows : undefined
  }
}
