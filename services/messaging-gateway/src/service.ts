import type { Service, ServicePorts } from '@balcao/kernel'

import type { MessagingGatewayConfig } from './config'
import { createGateway } from './gateway/create-gateway'

export { messagingGatewayConfig, type MessagingGatewayConfig } from './config'
export type { ForeignSession } from './adapters/whatsapp/baileys/convert-session'
export { openConnectionImports, type ConnectionImports, type ImportedConnection } from './system-imports'

/** Connections and their sessions, the inbound journal and the outbound queue. */
export const createMessagingGatewayService = (config: MessagingGatewayConfig, ports: ServicePorts): Service =>
  createGateway(config, ports)
