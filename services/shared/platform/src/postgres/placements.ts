import type { CompanyId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** The primary that holds auth, billing, and every company that is placed nowhere else. */
export const FIRST_PRIMARY = 'first'

/** On which primary each company is. */
export interface Placements {
  /** @throws {AppError} ERR_UNAVAILABLE while it is not known. */
  find(companyId: CompanyId): Promise<string>
  /** What is known is asked for again: the company was not there. */
  forget(companyId: CompanyId): void
}

export interface PlacementsOptions {
  /** The primaries of this process. */
  names: readonly string[]
  /** Asks auth. */
  ask(companyId: CompanyId): Promise<string>
}

/** What auth answered is kept until the primary says that the company is not there. */
export function createPlacements({ names, ask }: PlacementsOptions): Placements {
  const known = new Map<CompanyId, Promise<string>>()

  const askOnce = async (companyId: CompanyId): Promise<string> => {
    const name = await ask(companyId)
    if (names.includes(name)) return name
    throw new AppError('ERR_UNAVAILABLE', {
      detail: `company ${companyId} is on the primary ${name}, which MORE_PRIMARIES of this process does not name`,
    })
  }

  return {
    find: (companyId) => {
      const found = known.get(companyId)
      if (found) return found
      const asked = askOnce(companyId)
      known.set(companyId, asked)
      asked.catch(() => known.delete(companyId))
      return asked
    },
    forget: (companyId) => void known.delete(companyId),
  }
}
