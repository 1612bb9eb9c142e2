/** Runs work one after the other per key, in the order of the calls. A failure is its caller's alone. */
export type KeyedMutex<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>

/** Turns of this process; a key costs nothing while nobody waits for it. */
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
