import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import { MessagingServiceService, type MessagingServiceServer } from '@balcao/contracts/wire'
import { SECOND, type Service, type ServicePorts, type Tx } from '@balcao/kernel'
import { createEntitlements, createHttpEdge, implementRpc, mapEntities, mimeTypeOf } from '@balcao/platform'

import { connectionRecord } from './adapters/postgres/connection.record'
import { PgApiRequestStore } from './adapters/postgres/pg-api-request-store'
import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { PgConversationStore } from './adapters/postgres/pg-conversation-store'
import { PgInboundStore } from './adapters/postgres/pg-inbound-store'
import { pgLaggards } from './adapters/postgres/pg-laggards'
import { PgOutboundStore } from './adapters/postgres/pg-outbound-store'
import { SimulatedDriver } from './adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork, type NetworkTimes } from './adapters/whatsapp/simulated/simulated-network'
import { simulatorRoutes } from './adapters/whatsapp/simulated/simulator.routes'
import type { MessagingGatewayConfig } from './config'
import { connectionRoutes } from './features/connections/connections.routes'
import { queuesConsumer } from './features/connections/queues.consumer'
import { sendApiRoutes, sweepJob } from './features/external-api'
import { outboundChanged, outboundConsumer, outboundTimes, type OutboundTimes } from './features/outbound'
import { checkNumber, pendingWork, startSupervisor, type SessionSupervisor, type SessionTimes, type SupervisorDeps, type WhatsAppDriver } from './features/sessions'
import { messagingGatewayMigrations } from './migrations'
import { signals } from './signals'

export { messagingGatewayConfig, type MessagingGatewayConfig } from './config'
export { connectionRecord } from './adapters/postgres/connection.record'

/** What tests make short, and drivers that are not part of the product. */
export interface GatewayTuning {
  outboundTimes?: Partial<OutboundTimes>
  sessionTimes?: Partial<SessionTimes>
  networkTimes?: Partial<NetworkTimes>
  pollMs?: number
  opensPerPoll?: number
  drivers?: readonly WhatsAppDriver[]
}

const RANDOM_BYTES = 4

function storesOf() {
  return {
    connections: new PgConnectionStore(),
    conversations: new PgConversationStore(),
    inbound: new PgInboundStore(),
    outbound: new PgOutboundStore(),
    requests: new PgApiRequestStore(),
  }
}

type Stores = ReturnType<typeof storesOf>

const chanceOf = (ports: ServicePorts) => () => parseInt(ports.ids.token(RANDOM_BYTES), 16) / 2 ** (8 * RANDOM_BYTES)

function supervisorDeps(
  config: MessagingGatewayConfig,
  ports: ServicePorts,
  stores: Stores,
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>,
  tuning: GatewayTuning,
): SupervisorDeps {
  return {
    ...ports,
    ...stores,
    drivers,
    identify: mimeTypeOf,
    maxMediaBytes: config.maxMediaBytes,
    isOwnEcho: (tx, companyId, connectionId, waId) => stores.outbound.isOurs(tx, companyId, connectionId, waId),
    chance: chanceOf(ports),
    times: { ...outboundTimes, ...tuning.outboundTimes },
    sessionTimes: { qrLimit: config.qrLimit, drainMs: 4 * SECOND, ...tuning.sessionTimes },
    pollMs: tuning.pollMs ?? 1 * SECOND,
    opensPerPoll: tuning.opensPerPoll ?? 20,
  }
}

/** Keeps phones connected, records what arrives, sends what it is told. */
export function createMessagingGatewayService(config: MessagingGatewayConfig, ports: ServicePorts, tuning: GatewayTuning = {}): Service {
  mapEntities(ports.db, [connectionRecord])
  const stores = storesOf()
  const { clock, db, ids } = ports
  const entitlements = createEntitlements(ports)
  const edge = createHttpEdge(ports, 'messaging-gateway')
  const drivers = new Map<ConnectionProvider, WhatsAppDriver>()
  for (const driver of tuning.drivers ?? []) drivers.set(driver.provider, driver)
  if (config.simulator) {
    const times = { pollMs: 2 * SECOND, qrMs: 30 * SECOND, ...tuning.networkTimes }
    const network = new SimulatedNetwork({ db, clock, ids, chance: chanceOf(ports), times })
    if (!drivers.has('simulated')) drivers.set('simulated', new SimulatedDriver(network))
    simulatorRoutes(edge, network, config.simulator.token)
  }
  let supervisor: SessionSupervisor | undefined
  const line = (connectionId: ConnectionId) => supervisor?.line(connectionId)
  const failQueued = async (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) => {
    const failed = await stores.outbound.failAll(tx, companyId, connectionId, 'ERR_NO_WAPP_FOUND', clock.now())
    await ports.events.append(tx, failed.flatMap((row) => outboundChanged(ports, row)))
  }
  const maxConnections = async (companyId: CompanyId) => (await entitlements.limits(companyId)).connections
  connectionRoutes(edge, {
    ...ports,
    connections: stores.connections,
    maxConnections,
    defaultProvider: config.defaultProvider,
    hasDriver: (provider) => drivers.has(provider),
    nudge: () => supervisor?.nudge(),
    failQueued,
    queuesUnknown: signals.queuesUnknown,
  })
  sendApiRoutes(edge, { ...ports, ...stores, flags: (companyId) => entitlements.flags(companyId), line })
  const connectionExists = async (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) =>
    (await stores.connections.find(tx, companyId, connectionId)) !== undefined
  const nudge = (connectionId: ConnectionId) => supervisor?.nudgeOutbound(connectionId)
  return {
    name: 'messaging-gateway',
    http: edge.router,
    rpc: [
      {
        name: 'desk.messaging.v1.MessagingService',
        definition: MessagingServiceService,
        implementation: implementRpc<MessagingServiceServer>({
          checkNumber: (request) => checkNumber({ db, connections: stores.connections, line }, request),
        }),
      },
    ],
    consumers: [outboundConsumer({ ...ports, ...stores, connectionExists, waIdKey: config.waIdKey, nudge }), queuesConsumer({ ...ports, connections: stores.connections })],
    jobs: [sweepJob({ db, clock, requests: stores.requests, outbound: stores.outbound })],
    migrations: messagingGatewayMigrations,
    start: () => {
      supervisor = startSupervisor(supervisorDeps(config, ports, stores, drivers, tuning))
      return Promise.resolve(supervisor)
    },
    pending: () => pendingWork({ db, laggards: pgLaggards, drivers, line }),
  }
}
