import type { ServiceName, ServicePorts } from '@balcao/kernel'

import { openUserImports } from '@balcao/auth/service'
import { openCampaignImports, openScheduleImports } from '@balcao/campaigns/service'
import { openConnectionImports } from '@balcao/messaging-gateway/service'
import { openSystemImports, wireTickets } from '@balcao/tickets/service'

import type { ServiceConfigs } from '../all-services'
import type { DeskImports } from './import-context'

/** What an import writes with, on the ports of a process of its own or of the desk's. */
export const openDeskImports = (
  configs: Pick<ServiceConfigs, 'auth' | 'messagingGateway' | 'tickets'>,
  portsOf: (service: ServiceName) => ServicePorts,
): DeskImports => ({
  tickets: openSystemImports(wireTickets(configs.tickets, portsOf('tickets'))),
  users: openUserImports(configs.auth, portsOf('auth')),
  connections: openConnectionImports(configs.messagingGateway, portsOf('messaging-gateway')),
  schedules: openScheduleImports(portsOf('campaigns')),
  campaigns: openCampaignImports(portsOf('campaigns')),
})
