import { runPod } from '@balcao/platform'

import { billingMigrations } from './migrations'
import { billingConfig, createBillingService } from './service'

void runPod({
  name: 'billing',
  config: billingConfig,
  migrations: billingMigrations,
  create: createBillingService,
})
