import { LRUCache } from 'lru-cache'

export interface CacheBounds {
  entries: number
  bytes: number
}

/* What an entry costs beside its value: key, array header, the cache's own lists. */
const ENTRY_BYTES = 256

interface Entry {
  /** Undefined: known not to exist. */
  value: Uint8Array | undefined
}

const nameOf = (type: string, id: string) => JSON.stringify([type, id])
const sizeOf = ({ value }: Entry, name: string) => ENTRY_BYTES + name.length + (value?.length ?? 0)

/**
 * Values of one session in clear, least recently used first to go. Takes and gives copies, so nobody's later change
 * gets in. `generation` tells a slow reader that something was written since it asked.
 */
export class SecretCache {
  private readonly entries: LRUCache<string, Entry>
  private writes = 0

  constructor(bounds: CacheBounds) {
    this.entries = new LRUCache({ max: bounds.entries, maxSize: bounds.bytes, sizeCalculation: sizeOf })
  }

  get generation(): number {
    return this.writes
  }

  get sizeBytes(): number {
    return this.entries.calculatedSize
  }

  get count(): number {
    return this.entries.size
  }

  find(type: string, id: string): Entry | undefined {
    const entry = this.entries.get(nameOf(type, id))
    return entry && { value: entry.value && new Uint8Array(entry.value) }
  }

  /** What a read that began at `generation` found; dropped when it may be out of date. */
  fill(generation: number, type: string, id: string, value: Uint8Array | undefined): void {
    if (generation === this.writes) this.put(type, id, value)
  }

  /** What was committed. */
  replace(records: readonly { type: string; id: string; value: Uint8Array | null }[]): void {
    this.writes += 1
    for (const { type, id, value } of records) this.put(type, id, value ?? undefined)
  }

  /** After a wipe, or when nobody knows whether a write was committed. */
  clear(): void {
    this.writes += 1
    this.entries.clear()
  }

  private put(type: string, id: string, value: Uint8Array | undefined): void {
    this.entries.set(nameOf(type, id), { value: value && new Uint8Array(value) })
  }
}
