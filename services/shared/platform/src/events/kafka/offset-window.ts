/** A record that was read from a partition. */
export interface OpenOffset {
  readonly offset: number
  isDone: boolean
}

/**
 * Offsets of a partition that are being handled. Records may finish in any order; only the part
 * before the first unfinished one may be committed.
 */
export class OffsetWindow {
  private entries: OpenOffset[] = []
  private unfinished = 0
  private nextOffset: number | undefined

  begin(offset: number): OpenOffset {
    const entry = { offset, isDone: false }
    this.entries.push(entry)
    this.unfinished += 1
    return entry
  }

  finish(entry: OpenOffset): void {
    if (entry.isDone) return
    entry.isDone = true
    this.unfinished -= 1
    if (entry === this.entries[0]) this.shrink()
  }

  /** The first offset that is not known to be finished; undefined as long as none is known. */
  get next(): number | undefined {
    return this.nextOffset
  }

  get unfinishedCount(): number {
    return this.unfinished
  }

  /** Number of records from the first unfinished one to the last one read. */
  get span(): number {
    return this.entries.length
  }

  private shrink(): void {
    const firstOpen = this.entries.findIndex((entry) => !entry.isDone)
    const finished = this.entries.splice(0, firstOpen < 0 ? this.entries.length : firstOpen)
    const last = finished.at(-1)
    if (last) this.nextOffset = last.offset + 1
  }
}
