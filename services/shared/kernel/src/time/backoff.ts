/**
 * Exponential back-off with jitter: doubles with each failure up to `longestMs`, and lies between half of that value
 * and all of it.
 * @param chance from 0 to 1.
 */
export function backoffMs(
  failures: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
  chance: number,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * chance)
}
