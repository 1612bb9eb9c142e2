import type { MigrationSet } from '@balcao/kernel'

import { createFeed } from './20261120T100000-create-feed'
import { eraseFeed } from './20261122T062000-erase-feed'

export const realtimeMigrations: MigrationSet = { schema: 'realtime', migrations: [createFeed, eraseFeed] }
