export interface BackoffBounds {
  /** After the first failure. */
  firstMs: number
  longestMs: number
}

/** Doubles with each failure up to `longestMs`, without jitter: for a delay that a user is told, or that a rule promises. */
export const doubledMs = (failures: number, { firstMs, longestMs }: BackoffBounds): number =>
  Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))

/**
 * Exponential back-off with jitter, for what is tried again: between half of `doubledMs` and all of it, so that those that failed
 * together do not come again together.
 * @param chance from 0 to 1.
 */
export function backoffMs(failures: number, bounds: BackoffBounds, chance: number): number {
  const ceiling = doubledMs(failures, bounds)
  return Math.round(ceiling / 2 + (ceiling / 2) * chance)
}
