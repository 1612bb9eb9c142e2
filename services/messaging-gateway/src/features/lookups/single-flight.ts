/** Runs the work of a key at most once at a time; a call that comes meanwhile gets the same outcome. */
export function singleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (key, work) => {
    const underWay = flights.get(key)
    if (underWay) return underWay
    const flight = work().finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }
}
