import { MINUTE, type Job } from '@balcao/kernel'

import { resealRetired } from './reseal-retired'
import { rewrapDataKeys, rotateAgedDataKeys, sweepOld, type MaintenanceDeps } from './maintain-vault'

/**
 * Moves what is stored to the current keys while sessions run, and forgets journal rows that no redelivery can need and messages that no phone asks for again.
 * Sweeps all companies, in small transactions.
 */
export const vaultJob = (deps: MaintenanceDeps): Job => ({
  name: 'messaging-gateway.vault',
  everyMs: 10 * MINUTE,
  run: async (signal) => {
    await rewrapDataKeys(deps, signal)
    await rotateAgedDataKeys(deps, signal)
    await resealRetired(deps, signal)
    await sweepOld(deps, signal)
  },
})
