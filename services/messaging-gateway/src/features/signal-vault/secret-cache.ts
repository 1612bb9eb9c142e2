import { LRUCache } from 'lru-cache'

export interface CacheBounds {
  entries: number
  bytes: number
}

/* Memory of an entry beside its value: key, array header, the cache's lists. */
const ENTRY_BYTES = 256

interface Entry {
  /** Undefined: known not to exist. */
  value: Uint8Array | undefined
}

const entryKey = (type: string, id: string) => JSON.stringify([type, id])
const entrySize = ({ value }: Entry, name: string) => ENTRY_BYTES + name.length + (value?.length ?? 0)

/**
 * Plain values of one session; the least recently used is evicted first. Values are copied in and out. `writes` tells a
 * reader that something was written since it began to read.
 */
export class SecretCache {
  private readonly entries: LRUCache<string, Entry>
  private writeCount = 0

  constructor(bounds: CacheBounds) {
    this.entries = new LRUCache({ max: bounds.entries, maxSize: bounds.bytes, sizeCalculation: entrySize })
  }

  get writes(): number {
    return this.writeCount
  }

  get sizeBytes(): number {
    return this.entries.calculatedSize
  }

  get count(): number {
    return this.entries.size
  }

  find(type: string, id: string): Entry | undefined {
    const entry = this.entries.get(entryKey(type, id))
    return entry && { value: entry.value && new Uint8Array(entry.value) }
  }

  /** Stores what a read that began at `writes` found; ignored when something was written since. */
  fill(writes: number, type: string, id: string, value: Uint8Array | undefined): void {
    if (writes === this.writeCount) this.put(type, id, value)
  }

  /** Stores committed values. */
  replace(records: readonly { type: string; id: string; value: Uint8Array | null }[]): void {
    this.writeCount += 1
    for (const { type, id, value } of records) this.put(type, id, value ?? undefined)
  }

  /** After a wipe, or when it is unknown whether a write was committed. */
  clear(): void {
    this.writeCount += 1
    this.entries.clear()
  }

  private put(type: string, id: string, value: Uint8Array | undefined): void {
    this.entries.set(entryKey(type, id), { value: value && new Uint8Array(value) })
  }
}
