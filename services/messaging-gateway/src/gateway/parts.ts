import { capabilities, type ConnectionId, type ConnectionProvider } from '@balcao/contracts'
import type { OutgoingHttp, Sealer, ServicePorts } from '@balcao/kernel'

import type { WorkerMediaPreviews } from '../adapters/media/worker-media-previews'
import { PgAddressBookStore } from '../adapters/postgres/pg-address-book-store'
import { PgApiRequestStore } from '../adapters/postgres/pg-api-request-store'
import { PgApiUsageStore } from '../adapters/postgres/pg-api-usage-store'
import { PgCloudAccountStore } from '../adapters/postgres/pg-cloud-account-store'
import { PgCloudSignupStore } from '../adapters/postgres/pg-cloud-signup-store'
import { PgConnectionStore } from '../adapters/postgres/pg-connection-store'
import { PgConversationStore } from '../adapters/postgres/pg-conversation-store'
import { PgDeliveryReportStore } from '../adapters/postgres/pg-delivery-report-store'
import { PgErasureStore } from '../adapters/postgres/pg-erasure-store'
import { PgHealthStore } from '../adapters/postgres/pg-health-store'
import { PgInboundStore } from '../adapters/postgres/pg-inbound-store'
import { PgLaneStore } from '../adapters/postgres/pg-lane-store'
import { PgMediaFetchStore } from '../adapters/postgres/pg-media-fetch-store'
import { PgMessageTemplateStore } from '../adapters/postgres/pg-message-template-store'
import { PgNetworkEventStore } from '../adapters/postgres/pg-network-event-store'
import { PgNumberCheckStore } from '../adapters/postgres/pg-number-check-store'
import { PgOldRowsStore } from '../adapters/postgres/pg-old-rows-store'
import { PgOutboundStore } from '../adapters/postgres/pg-outbound-store'
import { PgPictureStore } from '../adapters/postgres/pg-picture-store'
import { PgPlaceholderStore } from '../adapters/postgres/pg-placeholder-store'
import { PgProcessStore } from '../adapters/postgres/pg-process-store'
import { PgSessionEndStore } from '../adapters/postgres/pg-session-end-store'
import { PgSessionTroubleStore } from '../adapters/postgres/pg-session-trouble-store'
import { PgWebVersionStore } from '../adapters/postgres/pg-web-version-store'
import { PgReadMarkStore } from '../adapters/postgres/pg-read-mark-store'
import type { GraphClient } from '../adapters/whatsapp/cloud/graph-client'
import type { GraphServer } from '../adapters/whatsapp/graph-server'
import type { SimulatedNetwork } from '../adapters/whatsapp/simulated/simulated-network'
import type { OfficialPhone } from '../adapters/whatsapp/simulated-cloud'
import type { MessagingGatewayConfig } from '../config'
import type { ClientVersions } from '../features/client-version'
import type { LinkPreviews } from '../features/link-previews'
import { sessionDirectory, type SessionSupervisor } from '../features/sessions'
import type { PeerNudges } from '../features/sharding'
import type { WhatsAppDriver } from '../features/whatsapp-driver'
import type { WorkLoop } from '../work-loop'

const RANDOM_BYTES = 4

export function createStores() {
  return {
    addressBook: new PgAddressBookStore(),
    apiUsage: new PgApiUsageStore(),
    cloudAccounts: new PgCloudAccountStore(),
    cloudSignups: new PgCloudSignupStore(),
    connections: new PgConnectionStore(),
    conversations: new PgConversationStore(),
    erasures: new PgErasureStore(),
    health: new PgHealthStore(),
    inbound: new PgInboundStore(),
    lanes: new PgLaneStore(),
    mediaFetches: new PgMediaFetchStore(),
    messageTemplates: new PgMessageTemplateStore(),
    networkEvents: new PgNetworkEventStore(),
    numberChecks: new PgNumberCheckStore(),
    oldRows: new PgOldRowsStore(),
    outbound: new PgOutboundStore(),
    pictures: new PgPictureStore(),
    placeholders: new PgPlaceholderStore(),
    processes: new PgProcessStore(),
    readMarks: new PgReadMarkStore(),
    reports: new PgDeliveryReportStore(),
    requests: new PgApiRequestStore(),
    webVersions: new PgWebVersionStore(),
    sessionEnds: new PgSessionEndStore(),
    sessionTroubles: new PgSessionTroubleStore(),
  }
}

type GatewayStores = ReturnType<typeof createStores>

export const createChance = (ports: ServicePorts) => () =>
  parseInt(ports.ids.token(RANDOM_BYTES), 16) / 2 ** (8 * RANDOM_BYTES)

/** State and ports that routes, consumers, rpc and sessions share. */
export interface GatewayParts {
  config: MessagingGatewayConfig
  ports: ServicePorts
  stores: GatewayStores
  drivers: Map<ConnectionProvider, WhatsAppDriver>
  nudges: PeerNudges
  clientVersions: ClientVersions
  previews: WorkerMediaPreviews
  linkPreviews: LinkPreviews
  /** To the webhooks of delivery, which companies set up. */
  webhookHttp: OutgoingHttp
  sealer: Sealer
  graph: GraphClient
  /** Undefined until the service has started. */
  eventWorker: Pick<WorkLoop, 'nudge'> | undefined
  network: SimulatedNetwork | undefined
  /** In place of Meta; undefined unless it is simulated. */
  simulatedCloud: GraphServer | undefined
  /** Undefined unless Meta is simulated. */
  officialPhone: OfficialPhone | undefined
  /** Undefined until the service has started. */
  supervisor: SessionSupervisor | undefined
  findSupervisor(): SessionSupervisor | undefined
}

const findCapabilities = (drivers: GatewayParts['drivers']) => (provider: ConnectionProvider) =>
  drivers.get(provider)?.capabilities ?? capabilities[provider]

export const createNumberChecks = ({ ports, stores, config, drivers }: GatewayParts) => ({
  ...ports,
  ...stores,
  newChats: config.newChats,
  chance: createChance(ports),
  capabilities: findCapabilities(drivers),
})

export const createLanesDeps = ({ ports, stores, config, drivers }: GatewayParts) => ({
  ...ports,
  ...stores,
  campaignsPerMinute: config.campaignsPerMinute,
  campaignsPerDay: config.campaignsPerDay,
  newChats: config.newChats,
  capabilities: findCapabilities(drivers),
})

/** Calls sessions in this process or in the one that holds their lease. */
export const createSessionDirectory = ({ ports, stores, findSupervisor }: GatewayParts) =>
  sessionDirectory({ ...ports, processes: stores.processes, supervisor: findSupervisor })

/** Wakes the lease holder of the connection in another process. */
export function nudgeHolder(parts: GatewayParts, connectionId: ConnectionId): void {
  const holder = parts.supervisor?.shards.findHolder(connectionId)
  if (holder) parts.nudges.nudgeConnection(holder.rpcAddress, connectionId)
}

export function nudgeOutbound(parts: GatewayParts, connectionId: ConnectionId): void {
  parts.supervisor?.nudgeOutbound(connectionId)
  nudgeHolder(parts, connectionId)
}

/** Makes every process look for free connections and pending commands now. */
export function nudgeAllProcesses({ supervisor, nudges }: GatewayParts): void {
  supervisor?.nudge()
  for (const { rpcAddress } of supervisor?.shards.others ?? []) nudges.nudgeSupervisor(rpcAddress)
}
