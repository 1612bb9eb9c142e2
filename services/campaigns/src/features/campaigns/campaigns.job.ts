import { SECOND, type Job } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { announceProgress, runCampaigns } from './run-campaigns'

export const campaignJobs = (deps: CampaignDeps): Job[] => [
  {
    name: 'campaigns.run',
    everyMs: SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => runCampaigns(deps, signal),
  },
  {
    name: 'campaigns.announce',
    everyMs: SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => announceProgress(deps, signal),
  },
]
