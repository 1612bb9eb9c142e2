import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { NumberMemory } from '../whatsapp-driver'
import { isFresh, learnedFrom } from './number-check'
import type { NumberCheckStore } from './number-check.store'

export interface NumberMemoryDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  numberChecks: NumberCheckStore
}

/**
 * What a company knows of numbers on a network: answers of the last week, an hour for numbers that nobody has; whoever has
 * written to the company exists.
 */
export const numberMemory = (
  { db, clock, numberChecks }: NumberMemoryDeps,
  { companyId, provider }: { companyId: CompanyId; provider: ConnectionProvider },
): NumberMemory => ({
  recall: (number) =>
    db.withTenant(companyId, async (tx) => {
      const answered = await numberChecks.find(tx, companyId, provider, number)
      if (answered && isFresh(answered, clock.now()))
        return { exists: answered.exists, number: answered.number }
      const hasWritten = await numberChecks.hasWritten(tx, companyId, number)
      return hasWritten ? { exists: true, number } : undefined
    }),
  learn: (number, check) => {
    const learned = learnedFrom(number, check, clock.now())
    return db.withTenant(companyId, (tx) => numberChecks.save(tx, companyId, provider, learned))
  },
})
