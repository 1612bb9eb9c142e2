/** The highest rate here; the lowest is 1. */
const BEST = 3

/**
 * A rate as ours: 1 unsatisfied, 2 satisfied, 3 very satisfied. Of a scale of five the middle is satisfied.
 * @param scale the highest rate there
 */
export function toRate(rate: number, scale: 3 | 5): number {
  const ours = scale === BEST ? rate : rate <= 2 ? 1 : rate === 3 ? 2 : BEST
  return Math.min(BEST, Math.max(1, Math.round(ours)))
}
