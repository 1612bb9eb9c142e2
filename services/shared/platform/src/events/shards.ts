export const SHARDS = 8

/** FNV-1a of the key's UTF-16 units. Must not change: rows of one key must stay in one shard. */
export function hashToShard(orderingKey: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < orderingKey.length; index += 1) {
    hash = Math.imul(hash ^ orderingKey.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % SHARDS
}
