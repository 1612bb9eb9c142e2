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
 * The primary for a new company: the emptiest, the earlier of equals. A primary is as full as its bytes, with as many for each recent company as the others
 * have on average: otherwise all new ones would go to one primary. Until all that have companies are measured it is as full as its companies are many.
 * @param names in the order of the configuration, one at least
 * @param fills by primary; none where nothing is known
 */
export function choosePrimary(
  names: readonly [string, ...string[]],
  fills: ReadonlyMap<string, PrimaryFill>,
): string {
  const fillOf = (name: string) => fills.get(name) ?? EMPTY
  const sum = (of: keyof PrimaryFill) => names.reduce((total, name) => total + fillOf(name)[of], 0)
  const isMeasured = names.map(fillOf).every(({ companies, bytes }) => companies === 0 || bytes > 0)
  const average = sum('bytes') / Math.max(1, sum('companies') - sum('recent'))
  const fullnessOf = ({ companies, recent, bytes }: PrimaryFill) =>
    isMeasured ? bytes + recent * average : companies
  return names.reduce((best, name) => (fullnessOf(fillOf(name)) < fullnessOf(fillOf(best)) ? name : best))
}
