import { runPod } from '@balcao/platform'

import { ticketsMigrations } from './migrations'
import { ticketsConfig, createTicketsService } from './service'

void runPod({
  name: 'tickets',
  config: ticketsConfig,
  migrations: ticketsMigrations,
  create: createTicketsService,
})
