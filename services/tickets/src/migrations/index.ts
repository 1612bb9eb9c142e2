import type { MigrationSet } from '@balcao/kernel'

import { createContacts } from './20261120T120000-create-contacts'
import { createTickets } from './20261120T120100-create-tickets'
import { createMessages } from './20261120T120200-create-messages'

export const ticketsMigrations: MigrationSet = {
  schema: 'tickets',
  migrations: [createContacts, createTickets, createMessages],
}
