import { MINUTE, type Job } from '@balcao/kernel'

import { resealRetired } from './reseal-retired'
import { rewrapDataKeys, rotateAgedDataKeys, deleteExpired, type MaintenanceDeps } from './maintain-vault'

/**
 * Moves stored values to the current keys while sessions run; deletes journal rows after 30 days and sent messages after 14.
 * For all companies, in small transactions.
 */
export const vaultJob = (deps: MaintenanceDeps): Job => ({
  name: 'messaging-gateway.vault',
  everyMs: 10 * MINUTE,
  run: async (signal) => {
    await rewrapDataKeys(deps, signal)
    await rotateAgedDataKeys(deps, signal)
    await resealRetired(deps, signal)
    await deleteExpired(deps, signal)
  },
})
