import { runPod } from '@balcao/platform'

import { campaignsMigrations } from './migrations'
import { campaignsConfig, createCampaignsService } from './service'

void runPod({
  name: 'campaigns',
  config: campaignsConfig,
  migrations: campaignsMigrations,
  create: createCampaignsService,
})
