import { MINUTE, type Job } from '@balcao/kernel'

import { compareUnsettled, countStored, type CompareMediaDeps } from './compare-media'

export const mediaQuotaJob = (deps: CompareMediaDeps): Job => ({
  name: 'billing.media-quota',
  everyMs: MINUTE,
  run: async (signal) => {
    await compareUnsettled(deps, signal)
    await countStored(deps, signal)
  },
})
