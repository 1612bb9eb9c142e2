import type { MigrationSet } from '@balcao/kernel'

import { createFeed } from './20261120T100000-create-feed'

export const realtimeMigrations: MigrationSet = { schema: 'realtime', migrations: [createFeed] }
