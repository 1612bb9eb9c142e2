/** Runs work one after the other per key, in the order of the calls. A failure rejects its own call only. */
export type KeyedMutex<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>

/** A mutex per key, in this process; a key without waiting work uses no memory. */
export function createKeyedMutex<K>(): KeyedMutex<K> {
  const tails = new Map<K, Promise<unknown>>()
  return (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const tail = mine.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    return mine
  }
}
