/**
 * Items of keys, such as companies, that take turns: one item of each key that has some, then again. An item waits for one of each other
 * key and for those of its own before it, however many the others have.
 */
export class TurnQueue<K, V> {
  /** In the order of their turns; without keys that have no item. */
  private readonly items = new Map<K, V[]>()

  add(key: K, item: V): void {
    const own = this.items.get(key)
    if (own) own.push(item)
    else this.items.set(key, [item])
  }

  /** The next item, of a key that may have one; the key goes behind the others. */
  take(mayTake: (key: K) => boolean = () => true): { key: K; item: V } | undefined {
    for (const [key, own] of this.items) {
      const [item] = own
      if (item === undefined || !mayTake(key)) continue
      own.shift()
      this.items.delete(key)
      if (own.length > 0) this.items.set(key, own)
      return { key, item }
    }
    return undefined
  }

  count(key: K): number {
    return this.items.get(key)?.length ?? 0
  }

  clear(): void {
    this.items.clear()
  }
}
