import type { TransactionEnd } from '../postgres'
import type { UnsentRow } from './relay-window'

/** The rows of one transaction. */
export interface Appending {
  ended(end: TransactionEnd, rows: readonly UnsentRow[]): void
}

/** A transaction's place among those that append rows of a key. */
interface Slot {
  rows: UnsentRow[] | undefined
}

/**
 * Releases committed rows in the order of each key. Transactions with rows of one key commit one after the other (they lock
 * its aggregate) and append in that order, but the answers to their COMMITs may be read in another order: a transaction's
 * rows wait for those of the transactions that appended before.
 */
export class CommittedRows {
  private readonly lanes = new Map<string, Slot[]>()

  constructor(
    private readonly release: (rows: readonly UnsentRow[]) => void,
    private readonly uncertain: () => void,
  ) {}

  append(keys: readonly string[]): Appending {
    const own = new Map([...new Set(keys)].map((key) => [key, this.takeSlot(key)]))
    return {
      ended: (end, rows) => {
        if (end === 'unknown') this.uncertain()
        for (const [key, slot] of own)
          slot.rows = end === 'committed' ? rows.filter((row) => row.orderingKey === key) : []
        const released = [...own.keys()].flatMap((key) => this.takeEnded(key))
        if (released.length > 0) this.release(released)
      },
    }
  }

  private takeSlot(key: string): Slot {
    const slot: Slot = { rows: undefined }
    const lane = this.lanes.get(key)
    if (lane) lane.push(slot)
    else this.lanes.set(key, [slot])
    return slot
  }

  private takeEnded(key: string): UnsentRow[] {
    const lane = this.lanes.get(key) ?? []
    const open = lane.findIndex(({ rows }) => rows === undefined)
    const ended = lane.splice(0, open === -1 ? lane.length : open)
    if (lane.length === 0) this.lanes.delete(key)
    return ended.flatMap(({ rows = [] }) => rows)
  }
}
