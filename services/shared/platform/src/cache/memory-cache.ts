import { dropOldest, systemClock, type Cache, type Clock } from '@balcao/kernel'

interface Entry {
  json: string
  expiresAtMs: number
}

/**
 * An LRU cache in this process. Values pass through JSON as on
 * the way to a cache server, so that callers never share an object.
 */
export function createMemoryCache(options: { clock?: Clock; maxEntries?: number } = {}): Cache {
  const { clock = systemClock, maxEntries = 10_000 } = options
  // A Map keeps insertion order: re-inserting on use makes the first key the least recently used.
  const entries = new Map<string, Entry>()

  return {
    async get<T>(key: string): Promise<T | undefined> {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.expiresAtMs <= clock.now().getTime()) return undefined
      entries.set(key, entry)
      const value: T = JSON.parse(entry.json)
      return value
    },
    async set(key, value, ttlMs) {
      entries.delete(key)
      entries.set(key, { json: JSON.stringify(value), expiresAtMs: clock.now().getTime() + ttlMs })
      dropOldest(entries, maxEntries)
    },
    async delete(...keys) {
      for (const key of keys) entries.delete(key)
    },
  }
}
