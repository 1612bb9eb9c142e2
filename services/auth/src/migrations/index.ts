import type { MigrationSet } from '@balcao/kernel'

import { createCompaniesAndUsers } from './20261120T100000-create-companies-and-users'
import { createSessions } from './20261120T100100-create-sessions'
import { createSettings } from './20261120T100200-create-settings'

export const authMigrations: MigrationSet = {
  schema: 'auth',
  migrations: [createCompaniesAndUsers, createSessions, createSettings],
}
