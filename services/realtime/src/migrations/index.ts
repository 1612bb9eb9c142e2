import type { MigrationSet } from '@balcao/kernel'

import { createFeed } from './20261120T100000-create-feed'
import { eraseFeed } from './20261122T062000-erase-feed'
import { createShownUsers } from './20261122T090100-create-shown-users'
import { partitionFeed } from './20261122T164500-partition-feed'
import { hideSchedules } from './20261124T020100-hide-schedules'
import { createWebhooks } from './20261126T120000-create-webhooks'
import { createPublishedPositions } from './20261127T063000-create-published-positions'

export const realtimeMigrations: MigrationSet = {
  schema: 'realtime',
  migrations: [
    createFeed,
    eraseFeed,
    createShownUsers,
    partitionFeed,
    hideSchedules,
    createWebhooks,
    createPublishedPositions,
  ],
}
