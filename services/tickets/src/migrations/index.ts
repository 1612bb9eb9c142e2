import type { MigrationSet } from '@balcao/kernel'

import { createContacts } from './20261120T120000-create-contacts'
import { createTickets } from './20261120T120100-create-tickets'
import { createMessages } from './20261120T120200-create-messages'
import { growMessages } from './20261121T020000-grow-messages'

export const ticketsMigrations: MigrationSet = {
  schema: 'tickets',
  migrations: [createContacts, createTickets, createMessages, growMessages],
}
