/** Runs work one after the other per key, in the order of the calls. A failure is its caller's alone. */
export type TakeTurns<K> = <T>(key: K, work: () => Promise<T>) => Promise<T>

/**
 * Lines up writers that would wait for the same row anyway, before they take a connection: a busy company's events
 * then hold one, and the others are left to requests.
 */
export function createTurns<K>(): TakeTurns<K> {
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
