import { oftenWhileBusy, SECOND, type Job } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { announceProgress, runCampaigns } from './run-campaigns'

export const campaignJobs = (deps: CampaignDeps): Job[] => [
  {
    name: 'campaigns.run',
    everyMs: SECOND,
    // Campaigns begin by the clock too.
    idleEveryMs: 5 * SECOND,
    wokenBy: deps.campaigns.saved,
    findNextDue: (before) => deps.db.asPlatform((tx) => deps.campaigns.findNextDue(tx, before)),
    run: (signal) => runCampaigns(deps, signal),
  },
  {
    name: 'campaigns.announce',
    ...oftenWhileBusy(SECOND),
    wokenBy: deps.campaigns.saved,
    run: (signal) => announceProgress(deps, signal),
  },
]
