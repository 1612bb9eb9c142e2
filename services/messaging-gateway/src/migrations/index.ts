import { migrationSet } from '@balcao/platform'

import * as migrations from '../gen/migrations'

export const messagingGatewayMigrations = migrationSet('messaging_gateway', migrations)
