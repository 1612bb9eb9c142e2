/** How many of each key there are; keys without any are forgotten. */
export class Tally<K> {
  private readonly counts = new Map<K, number>()

  of(key: K): number {
    return this.counts.get(key) ?? 0
  }

  /** @returns how many there are now. */
  add(key: K): number {
    const count = this.of(key) + 1
    this.counts.set(key, count)
    return count
  }

  remove(key: K): void {
    const left = this.of(key) - 1
    if (left > 0) this.counts.set(key, left)
    else this.counts.delete(key)
  }
}
