import { runPod } from '@balcao/platform'

import { realtimeMigrations } from './migrations'
import { realtimeConfig, createRealtimeService } from './service'

void runPod({
  name: 'realtime',
  config: realtimeConfig,
  migrations: realtimeMigrations,
  create: createRealtimeService,
})
