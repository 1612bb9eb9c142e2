import type { FrameGate } from './frame-gate'

/** The ack that a receipt gives evidence for. */
export type AckKind = 2 | 3 | 4 | 'accepted'

export interface AckBatchesDeps {
  gate: Pick<FrameGate, 'hold'>
  /** Resolves when these are durable, or when the socket has ended. */
  persist(kind: AckKind, ids: readonly string[]): Promise<void>
  /** Called with the number of waiting ids whenever it changes. */
  onCount?(ids: number): void
}

interface Batch {
  kind: AckKind
  ids: Set<string>
  begin(): void
}

const MAX_CONCURRENT = 4
const MAX_BATCH = 200

/**
 * Writes receipts in batches, at most 4 transactions at a time. After a night without network thousands of receipts
 * arrive in one second: one transaction each would exhaust the connection pool and delay every outgoing frame.
 */
export class AckBatches {
  private readonly queue: Batch[] = []
  private running = 0
  private count = 0

  constructor(private readonly deps: AckBatchesDeps) {}

  /** Frames sent after this call leave only when these ids are durable. */
  add(kind: AckKind, ids: readonly string[]): void {
    const before = this.count
    for (const id of ids) {
      const batch = this.findOrMakeBatch(kind)
      this.count += batch.ids.has(id) ? 0 : 1
      batch.ids.add(id)
    }
    if (this.count !== before) this.deps.onCount?.(this.count)
    this.dispatch()
  }

  private findOrMakeBatch(kind: AckKind): Batch {
    const open = this.queue.find((batch) => batch.kind === kind && batch.ids.size < MAX_BATCH)
    return open ?? this.makeBatch(kind)
  }

  private makeBatch(kind: AckKind): Batch {
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const batch: Batch = { kind, ids: new Set(), begin }
    const done = begun.then(() => this.run(batch))
    this.deps.gate.hold(done).catch(() => undefined)
    this.queue.push(batch)
    return batch
  }

  private dispatch(): void {
    while (this.running < MAX_CONCURRENT) {
      const next = this.queue.shift()
      if (!next) return
      this.running += 1
      next.begin()
    }
  }

  private async run({ kind, ids }: Batch): Promise<void> {
    try {
      // Sorted: two batches with the same messages lock them in the same order and cannot deadlock.
      await this.deps.persist(kind, [...ids].toSorted())
    } finally {
      this.running -= 1
      this.count -= ids.size
      this.deps.onCount?.(this.count)
      this.dispatch()
    }
  }
}
