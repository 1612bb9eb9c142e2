import { DAY } from '@balcao/kernel'

/** What is on a primary. */
export interface PrimaryFill {
  companies: number
  /** Of these, the ones that are so new that most of their bytes are to come. */
  recent: number
  /** Of tables and indexes; 0 until it is measured. */
  bytes: number
}

/** So old a company no longer counts as recent. */
export const RECENT_FOR_MS = 30 * DAY

const EMPTY: PrimaryFill = { companies: 0, recent: 0, bytes: 0 }

/**
 * The primary for a new company: the emptiest, the earlier of equals. A primary is as full as its bytes, with as many for each recent company as all that are
 * older have on average: otherwise all new ones would go to one primary. Until all that have companies are measured it is as full as its companies are many.
 * @param names in the order of the configuration, one at least
 * @param found by primary; none where nothing is known
 */
export function choosePrimary(
  names: readonly [string, ...string[]],
  found: ReadonlyMap<string, PrimaryFill>,
): string {
  const fills = names.map((name) => found.get(name) ?? EMPTY)
  const sum = (of: keyof PrimaryFill) => fills.reduce((total, fill) => total + fill[of], 0)
  const isMeasured = fills.every(({ companies, bytes }) => companies === 0 || bytes > 0)
  const average = sum('bytes') / Math.max(1, sum('companies') - sum('recent'))
  const fullness = fills.map(({ companies, recent, bytes }) =>
    isMeasured ? bytes + recent * average : companies,
  )
  return names[fullness.indexOf(Math.min(...fullness))] ?? names[0]
}
