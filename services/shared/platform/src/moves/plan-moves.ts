/** What a company takes on its primary. */
export interface CompanySize {
  companyId: number
  primary: string
  bytes: number
}

export interface PlannedMove {
  companyId: number
  from: string
  to: string
  bytes: number
}

/** Primaries that differ less than this share of the mean are left alone: a move is work too. */
const TOLERANCE = 0.1

/**
 * Which companies to move so that the primaries are about equally full, the most useful move first: from the fullest to the emptiest, the
 * company that brings both closest together. Ends when no move would help.
 */
export function planMoves(primaries: readonly string[], sizes: readonly CompanySize[]): PlannedMove[] {
  const here = new Map(sizes.map((size) => [size.companyId, size]))
  const planned: PlannedMove[] = []
  const sum = (primary: string) =>
    [...here.values()].reduce((total, size) => (size.primary === primary ? total + size.bytes : total), 0)
  const mean = primaries.reduce((total, name) => total + sum(name), 0) / Math.max(1, primaries.length)
  while (planned.length < sizes.length) {
    const fill = primaries.map((name) => ({ name, bytes: sum(name) }))
    const [emptiest] = fill.toSorted((one, other) => one.bytes - other.bytes)
    const [fullest] = fill.toSorted((one, other) => other.bytes - one.bytes)
    if (!fullest || !emptiest || fullest.bytes - emptiest.bytes <= mean * TOLERANCE) break
    const gap = fullest.bytes - emptiest.bytes
    const [best] = [...here.values()]
      .filter(({ primary, bytes }) => primary === fullest.name && bytes > 0 && bytes < gap)
      .toSorted(
        (one, other) =>
          Math.abs(gap - 2 * one.bytes) - Math.abs(gap - 2 * other.bytes) || one.bytes - other.bytes,
      )
    if (!best || planned.some(({ companyId }) => companyId === best.companyId)) break
    here.set(best.companyId, { ...best, primary: emptiest.name })
    planned.push({
      companyId: best.companyId,
      from: fullest.name,
      to: emptiest.name,
      bytes: best.bytes,
    })
  }
  return planned
}
