import { DAY, MINUTE } from '@balcao/kernel'

/** Longer than dead events are kept, which a super user may replay. */
const WATCHED_MS = 31 * DAY

/**
 * When a deleted company is erased again: events that were under way may have written about it since. A minute after the first pass,
 * then each time its age has grown fourfold. Undefined once nothing can come any more.
 */
export function findNextPass(deletedAt: Date, now: Date): Date | undefined {
  const ageMs = now.getTime() - deletedAt.getTime()
  return ageMs > WATCHED_MS ? undefined : new Date(now.getTime() + Math.max(MINUTE, 3 * ageMs))
}
