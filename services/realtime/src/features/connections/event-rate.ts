import { SECOND } from '@balcao/kernel'

export const MAX_EVENTS_PER_SECOND = 50

/** Whether one more event is within the limit; `now` in ms. */
export type EventRate = (now: number) => boolean

/** Counts the events of one socket per second. */
export function createEventRate(max = MAX_EVENTS_PER_SECOND): EventRate {
  let windowStart = 0
  let count = 0
  return (now) => {
    if (now - windowStart >= SECOND || now < windowStart) {
      windowStart = now
      count = 0
    }
    count += 1
    return count <= max
  }
}
