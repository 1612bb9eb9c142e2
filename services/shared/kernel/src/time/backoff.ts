/**
 * How long to wait after so many failures in a row: twice as long each time up to `longestMs`, spread between half of it
 * and all of it, so that those who failed together do not come back together.
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
