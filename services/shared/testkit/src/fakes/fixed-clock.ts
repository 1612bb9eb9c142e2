import type { Clock } from '@balcao/kernel'

/** A clock that moves only when the test says so. */
export interface FixedClock extends Clock {
  advance(ms: number): void
  set(now: Date): void
}

export function fixedClock(start: Date | string = '2026-11-20T15:00:00.000Z'): FixedClock {
  let nowMs = new Date(start).getTime()
  return {
    now: () => new Date(nowMs),
    advance: (ms) => void (nowMs += ms),
    set: (now) => void (nowMs = now.getTime()),
  }
}
