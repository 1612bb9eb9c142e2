/**
 * Passes on in the order of the calls what takes different times to prepare, one order per conversation. What needs no preparation
 * is passed on at once, unless something earlier is still being prepared.
 */
export const createSendOrder = () => {
  const last = new Map<number, Promise<void>>()
  return <T>(ticketId: number, prepared: Promise<T> | T, pass: (prepared: T) => void): void => {
    const earlier = last.get(ticketId)
    if (!earlier && !(prepared instanceof Promise)) return pass(prepared)
    const done = Promise.all([prepared, earlier]).then(([value]) => pass(value))
    last.set(ticketId, done)
    const forget = () => {
      if (last.get(ticketId) === done) last.delete(ticketId)
    }
    void done.then(forget, forget)
  }
}

/** The present time as ISO text, later than every earlier answer: stored messages are sorted by it. */
export const createStamps = (now: () => number = Date.now) => {
  let last = 0
  return (): string => {
    last = Math.max(now(), last + 1)
    return new Date(last).toISOString()
  }
}
