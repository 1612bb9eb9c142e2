import { migrationSet } from '@balcao/platform'

import * as migrations from '../gen/migrations'

export const ticketsMigrations = migrationSet('tickets', migrations)
