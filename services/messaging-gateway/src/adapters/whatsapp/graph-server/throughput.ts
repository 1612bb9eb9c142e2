const WINDOW_MS = 1_000

/** Messages of a number in the last second, to the customer and from them (throughput, 2026-09-11). */
export class Throughput {
  private readonly times = new Map<string, number[]>()

  /** False when the number is over its limit (130429): the message is not counted then. */
  take(phoneNumberId: string, nowMs: number, perSecond: number): boolean {
    const times = this.lately(phoneNumberId, nowMs)
    if (times.length >= perSecond) return false
    times.push(nowMs)
    return true
  }

  /** Counts a message that is never refused: the customer's. */
  note(phoneNumberId: string, nowMs: number): void {
    this.lately(phoneNumberId, nowMs).push(nowMs)
  }

  private lately(phoneNumberId: string, nowMs: number): number[] {
    const times = this.times.get(phoneNumberId) ?? []
    this.times.set(phoneNumberId, times)
    let old = 0
    while (old < times.length && (times[old] ?? 0) <= nowMs - WINDOW_MS) old++
    times.splice(0, old)
    return times
  }
}
