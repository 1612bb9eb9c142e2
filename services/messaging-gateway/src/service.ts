import type { Service, ServicePorts } from '@balcao/kernel'

import type { MessagingGatewayConfig } from './config'
import type { GraphServer } from './adapters/whatsapp/graph-server'
import { createGateway } from './gateway/create-gateway'

export { messagingGatewayConfig, type MessagingGatewayConfig } from './config'
export type { ForeignSession } from './adapters/whatsapp/baileys/convert-session'
export { DEMO_ACCOUNT, startSimulatedCloud } from './adapters/whatsapp/simulated-cloud'
export type { GraphServer } from './adapters/whatsapp/graph-server'
export { openConnectionImports, type ConnectionImports, type ImportedConnection } from './system-imports'

/**
 * Connections and their sessions, the inbound journal and the outbound queue.
 * @param simulatedCloud in place of Meta, in a demo on one machine
 */
export const createMessagingGatewayService = (
  config: MessagingGatewayConfig,
  ports: ServicePorts,
  simulatedCloud?: GraphServer,
): Service => createGateway(config, ports, { simulatedCloud })
