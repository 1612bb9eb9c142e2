/**
 * The primary for a new company: the one with the fewest companies, the earlier of equals.
 * @param names in the order of the configuration, one at least
 * @param counts of companies by primary; none where it is absent
 */
export function choosePrimary(
  names: readonly [string, ...string[]],
  counts: ReadonlyMap<string, number>,
): string {
  const countOf = (name: string) => counts.get(name) ?? 0
  return names.reduce((best, name) => (countOf(name) < countOf(best) ? name : best))
}
