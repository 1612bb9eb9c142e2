import type { MigrationSet } from '@balcao/kernel'

import { createSchedules } from './20261120T110000-create-schedules'

export const campaignsMigrations: MigrationSet = { schema: 'campaigns', migrations: [createSchedules] }
