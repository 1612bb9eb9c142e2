import { runPod } from '@balcao/platform'

import { authMigrations } from './migrations'
import { authConfig, createAuthService } from './service'

void runPod({
  name: 'auth',
  config: authConfig,
  migrations: authMigrations,
  create: createAuthService,
})
