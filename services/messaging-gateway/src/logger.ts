import { createLogger } from '@balcao/platform'

export const sessionsLog = createLogger('messaging-gateway.sessions')
export const inboundLog = createLogger('messaging-gateway.inbound')
export const outboundLog = createLogger('messaging-gateway.outbound')
export const connectionsLog = createLogger('messaging-gateway.connections')
export const simulatorLog = createLogger('messaging-gateway.simulator')
export const vaultLog = createLogger('messaging-gateway.vault')
