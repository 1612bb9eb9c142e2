import type { MigrationSet } from '@balcao/kernel'

import { createSchedules } from './20261120T110000-create-schedules'
import { keepFormerFiles } from './20261122T063000-keep-former-files'
import { dateContactNames } from './20261122T090100-date-contact-names'

export const campaignsMigrations: MigrationSet = {
  schema: 'campaigns',
  migrations: [createSchedules, keepFormerFiles, dateContactNames],
}
