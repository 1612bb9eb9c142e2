import { migrationSet } from '@balcao/platform'

import * as migrations from '../gen/migrations'

export const campaignsMigrations = migrationSet('campaigns', migrations)
