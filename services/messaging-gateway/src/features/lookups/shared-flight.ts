/** Runs work of one key once at a time; who asks meanwhile gets the same outcome. */
export function sharedFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, work) => {
    const underWay = flying.get(key)
    if (underWay) return underWay
    const flight = work().finally(() => flying.delete(key))
    flying.set(key, flight)
    return flight
  }
}
