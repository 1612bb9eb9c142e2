/** Deletes what was inserted first until `most` are left: what is inserted again at each use stays longest. */
export function dropOldest<K>(entries: Map<K, unknown> | Set<K>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return
    entries.delete(oldest)
  }
}
