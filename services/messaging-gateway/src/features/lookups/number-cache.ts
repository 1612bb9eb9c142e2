import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { NumberCache } from '../whatsapp-driver'
import { isFresh, toKnownNumbers } from './number-check'
import type { NumberCheckStore } from './number-check.store'

export interface NumberCacheDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  numberChecks: NumberCheckStore
}

/**
 * A company's cached answers about numbers: a week for those that exist, three days for others. A number that has written to the
 * company exists, whatever was answered before.
 */
export const numberCache = (
  { db, clock, numberChecks }: NumberCacheDeps,
  { companyId, provider }: { companyId: CompanyId; provider: ConnectionProvider },
): NumberCache => ({
  find: (number) =>
    db.withTenant(companyId, async (tx) => {
      const answered = await numberChecks.find(tx, companyId, provider, number)
      const known = answered && isFresh(answered, clock.now()) ? answered : undefined
      if (!known?.exists && (await numberChecks.hasWritten(tx, companyId, number)))
        return { exists: true, number }
      return known && { exists: known.exists, number: known.number }
    }),
  save: (number, check) => {
    const learned = toKnownNumbers(number, check, clock.now())
    return db.withTenant(companyId, (tx) => numberChecks.save(tx, companyId, provider, learned))
  },
})
