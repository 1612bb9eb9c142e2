import type { Service, ServiceName, ServicePorts } from '@balcao/kernel'
import {
  isLoopbackDemoEnvironment,
  podConfig,
  readConfigs,
  type ConfigOf,
  type ConfigSource,
} from '@balcao/platform'

import { authConfig, createAuthService } from '@balcao/auth/service'
import { billingConfig, createBillingService } from '@balcao/billing/service'
import { campaignsConfig, createCampaignsService } from '@balcao/campaigns/service'
import {
  createMessagingGatewayService,
  messagingGatewayConfig,
  type GraphServer,
} from '@balcao/messaging-gateway/service'
import { createRealtimeService, realtimeConfig } from '@balcao/realtime/service'
import { createTicketsService, ticketsConfig } from '@balcao/tickets/service'

import { standaloneConfig } from './config'

const schemas = {
  auth: authConfig,
  billing: billingConfig,
  campaigns: campaignsConfig,
  messagingGateway: messagingGatewayConfig,
  realtime: realtimeConfig,
  tickets: ticketsConfig,
}

/** In the order of `.env.example`. */
export const allConfigs = [standaloneConfig, podConfig, ...Object.values(schemas)]

export type ServiceConfigs = { [K in keyof typeof schemas]: ConfigOf<(typeof schemas)[K]> }

/** The single machine's configuration and every service's. @throws {ConfigError} with the faults of all of them. */
export const readAllConfigs = (source: ConfigSource) => {
  const { standalone, ...services } = readConfigs(
    { standalone: standaloneConfig, ...schemas },
    { ...source, isLoopbackDemo: isLoopbackDemoEnvironment(source) },
  )
  return { standalone, services }
}

/**
 * Every service of the product, on the ports of one process. A new service is added here and in `schemas`.
 * @param simulatedCloud in place of Meta
 */
export const allServices = (
  configs: ServiceConfigs,
  portsOf: (service: ServiceName) => ServicePorts,
  simulatedCloud?: GraphServer,
): Service[] => [
  createAuthService(configs.auth, portsOf('auth')),
  createBillingService(configs.billing, portsOf('billing')),
  createCampaignsService(configs.campaigns, portsOf('campaigns')),
  createMessagingGatewayService(configs.messagingGateway, portsOf('messaging-gateway'), simulatedCloud),
  createRealtimeService(configs.realtime, portsOf('realtime')),
  createTicketsService(configs.tickets, portsOf('tickets')),
]
