import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import { SECOND, type Service, type ServicePorts, type Subscription, type Tx } from '@balcao/kernel'
import {
  createEntitlements,
  createHttpEdge,
  mapEntities,
  detectMimeType,
  type HttpEdge,
} from '@balcao/platform'

import { connectionRecord } from './adapters/postgres/connection.record'
import { PgAddressBookStore } from './adapters/postgres/pg-address-book-store'
import { PgApiRequestStore } from './adapters/postgres/pg-api-request-store'
import { PgConnectionStore } from './adapters/postgres/pg-connection-store'
import { PgConversationStore } from './adapters/postgres/pg-conversation-store'
import { PgErasureStore } from './adapters/postgres/pg-erasure-store'
import { PgHealthStore } from './adapters/postgres/pg-health-store'
import { PgInboundStore } from './adapters/postgres/pg-inbound-store'
import { pgLaggards } from './adapters/postgres/pg-laggards'
import { PgLaneStore } from './adapters/postgres/pg-lane-store'
import { PgMediaFetchStore } from './adapters/postgres/pg-media-fetch-store'
import { PgNumberCheckStore } from './adapters/postgres/pg-number-check-store'
import { PgOutboundStore } from './adapters/postgres/pg-outbound-store'
import { PgPictureStore } from './adapters/postgres/pg-picture-store'
import { PgProcessStore } from './adapters/postgres/pg-process-store'
import { PgSessionEndStore } from './adapters/postgres/pg-session-end-store'
import { PgWebVersionStore } from './adapters/postgres/pg-web-version-store'
import { PgReadMarkStore } from './adapters/postgres/pg-read-mark-store'
import { pgSignalVaultStore } from './adapters/postgres/pg-signal-vault-store'
import { BaileysDriver } from './adapters/whatsapp/baileys/baileys-driver'
import { baileysTimes, type BaileysTimes } from './adapters/whatsapp/baileys/settings'
import { SimulatedDriver } from './adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork, type NetworkTimes } from './adapters/whatsapp/simulated/simulated-network'
import { httpWebClient } from './adapters/whatsapp/http-web-client'
import { openSimulatorDoor } from './adapters/whatsapp/simulated/simulator-door'
import type { MessagingGatewayConfig } from './config'
import { ClientVersions, webVersionJob, webVersionRoutes } from './features/client-version'
import type { FailQueued } from './features/connections/connection-deps'
import { connectionRoutes } from './features/connections/connections.routes'
import { laneRoutes } from './features/connections/lanes.routes'
import { mergeRoutes } from './features/connections/merges.routes'
import { queuesConsumer } from './features/connections/queues.consumer'
import { emptyFinishedJob, erasuresConsumer } from './features/erasure'
import { sendApiRoutes, sweepFilesJob, sweepJob } from './features/external-api'
import { healthRoutes } from './features/health'
import { messagingRpc, numberChecksJob } from './features/lookups'
import { createTicketCipher, giveUpFiles, imageSize, mediaTimes, type MediaTimes } from './features/inbound'
import { outboundMoved, outboundConsumer, outboundTimes, type OutboundTimes } from './features/outbound'
import {
  answerPeer,
  callSettingConsumer,
  createCallSetting,
  forgetCallSetting,
  pendingWork,
  routedSessions,
  sessionEndsJob,
  startSupervisor,
  type SessionSupervisor,
  type SessionTimes,
  type SupervisorDeps,
} from './features/sessions'
import { PeerNudges, shardTimes, type ShardTimes } from './features/sharding'
import { createSignalVault } from './features/signal-vault'
import type { WhatsAppDriver } from './features/whatsapp-driver'
import { messagingGatewayMigrations } from './migrations'
import { signals } from './signals'

export { messagingGatewayConfig, type MessagingGatewayConfig } from './config'
export { connectionRecord } from './adapters/postgres/connection.record'

/** What tests make short, and drivers that are not part of the product. */
export interface GatewayTuning {
  outboundTimes?: Partial<OutboundTimes>
  mediaTimes?: Partial<MediaTimes>
  sessionTimes?: Partial<SessionTimes>
  shardTimes?: Partial<ShardTimes>
  networkTimes?: Partial<NetworkTimes>
  baileysTimes?: Partial<BaileysTimes>
  pollMs?: number
  opensPerPoll?: number
  drivers?: readonly WhatsAppDriver[]
}

const RANDOM_BYTES = 4
/* With hanging up, at most 4 s a session. */
const DRAIN_MS = 3 * SECOND
const STABLE_MS = 10 * SECOND

function storesOf() {
  return {
    addressBook: new PgAddressBookStore(),
    connections: new PgConnectionStore(),
    conversations: new PgConversationStore(),
    erasures: new PgErasureStore(),
    health: new PgHealthStore(),
    inbound: new PgInboundStore(),
    lanes: new PgLaneStore(),
    mediaFetches: new PgMediaFetchStore(),
    numberChecks: new PgNumberCheckStore(),
    outbound: new PgOutboundStore(),
    pictures: new PgPictureStore(),
    processes: new PgProcessStore(),
    readMarks: new PgReadMarkStore(),
    requests: new PgApiRequestStore(),
    webVersions: new PgWebVersionStore(),
    sessionEnds: new PgSessionEndStore(),
  }
}

type Stores = ReturnType<typeof storesOf>

const chanceOf = (ports: ServicePorts) => () =>
  parseInt(ports.ids.token(RANDOM_BYTES), 16) / 2 ** (8 * RANDOM_BYTES)

/** What the service's parts share while it runs. */
interface Core {
  config: MessagingGatewayConfig
  ports: ServicePorts
  stores: Stores
  drivers: Map<ConnectionProvider, WhatsAppDriver>
  nudges: PeerNudges
  clientVersions: ClientVersions
  network: SimulatedNetwork | undefined
  /** Undefined until the service has started. */
  supervisor: SessionSupervisor | undefined
  supervisorOf(): SessionSupervisor | undefined
}

function supervisorDeps(
  { config, ports, stores, drivers, nudges, clientVersions }: Core,
  tuning: GatewayTuning,
): SupervisorDeps {
  return {
    ...ports,
    ...stores,
    drivers,
    nudges,
    clientVersions,
    shardTimes: { ...shardTimes, ...tuning.shardTimes },
    identify: detectMimeType,
    maxMediaBytes: config.maxMediaBytes,
    isOwnEcho: (tx, companyId, connectionId, waId) =>
      stores.outbound.isOurs(tx, companyId, connectionId, waId),
    chance: chanceOf(ports),
    times: { ...outboundTimes, ...tuning.outboundTimes },
    mediaTimes: { ...mediaTimes, ...tuning.mediaTimes },
    tickets: createTicketCipher(config.waIdKey),
    campaignsPerMinute: config.campaignsPerMinute,
    acceptsCalls: createCallSetting(ports, signals.settingsUnavailable),
    sessionTimes: { qrLimit: config.qrLimit, drainMs: DRAIN_MS, stableMs: STABLE_MS, ...tuning.sessionTimes },
    pollMs: tuning.pollMs ?? 1 * SECOND,
    opensPerPoll: tuning.opensPerPoll ?? 20,
  }
}

function addSimulator(core: Core, edge: HttpEdge, tuning: GatewayTuning): void {
  const { simulator } = core.config
  if (!simulator) return
  const { db, clock, ids } = core.ports
  const times = { pollMs: 2 * SECOND, qrMs: 30 * SECOND, ...tuning.networkTimes }
  const wakeElsewhere = (connectionId: ConnectionId) => nudgeHolder(core, connectionId)
  const network = new SimulatedNetwork({ db, clock, ids, chance: chanceOf(core.ports), times, wakeElsewhere })
  core.network = network
  if (!core.drivers.has('simulated')) core.drivers.set('simulated', new SimulatedDriver(network))
  openSimulatorDoor(edge, network, simulator)
}

/** Sessions, whichever process holds them. */
const directoryOf = ({ ports, stores, supervisorOf }: Core) =>
  routedSessions({ ...ports, processes: stores.processes, supervisor: supervisorOf })

/** Tells whoever holds the connection elsewhere that there is something to do. */
function nudgeHolder(core: Core, connectionId: ConnectionId): void {
  const holder = core.supervisor?.shards.holderOf(connectionId)
  if (holder) core.nudges.session(holder.rpcAddress, connectionId)
}

function nudgeOutbound(core: Core, connectionId: ConnectionId): void {
  core.supervisor?.nudgeOutbound(connectionId)
  nudgeHolder(core, connectionId)
}

/** A session may be free, or commanded: whoever holds it, or shall, looks now. */
function nudgeEverybody({ supervisor, nudges }: Core): void {
  supervisor?.nudge()
  for (const { rpcAddress } of supervisor?.shards.others ?? []) nudges.look(rpcAddress)
}

const peersOf = (core: Core) =>
  answerPeer({
    supervisor: core.supervisorOf,
    look: () => core.supervisor?.nudge(),
    wake: (connectionId) => {
      core.supervisor?.nudgeOutbound(connectionId)
      core.network?.wakeHere(connectionId)
    },
    settingsChanged: (companyId) => forgetCallSetting(core.ports, companyId),
  })

/* What a deleted connection still had to send would wait for ever. */
const failQueuedOf =
  ({ ports, stores }: Core): FailQueued =>
  async (tx, companyId, connectionId) => {
    const now = ports.clock.now()
    const failed = await stores.outbound.failAll(tx, companyId, connectionId, 'ERR_NO_WAPP_FOUND', now)
    await ports.events.append(
      tx,
      failed.flatMap((row) => outboundMoved(ports, row)),
    )
    await giveUpFiles({ ...ports, ...stores }, tx, companyId, connectionId)
  }

const forgetChatsOf =
  ({ drivers }: Core) =>
  async (connectionIds: readonly ConnectionId[], jids: readonly string[]): Promise<void> => {
    for (const driver of drivers.values()) await driver.forgetChats?.(connectionIds, jids)
  }

function addRoutes(core: Core, edge: HttpEdge): void {
  const { ports, stores, config, drivers } = core
  const entitlements = createEntitlements(ports)
  connectionRoutes(edge, {
    ...ports,
    connections: stores.connections,
    maxConnections: async (companyId) => (await entitlements.limits(companyId)).connections,
    defaultProvider: config.defaultProvider,
    hasDriver: (provider) => drivers.has(provider),
    directory: directoryOf(core),
    nudge: () => nudgeEverybody(core),
    failQueued: failQueuedOf(core),
    queuesUnknown: signals.queuesUnknown,
  })
  laneRoutes(edge, {
    ...ports,
    ...stores,
    campaignsPerMinute: config.campaignsPerMinute,
    nudgeOutbound: (id) => nudgeOutbound(core, id),
  })
  webVersionRoutes(edge, core.clientVersions)
  healthRoutes(edge, { ...ports, ...stores, clientVersions: core.clientVersions })
  mergeRoutes(edge, { ...ports, ...stores })
  sendApiRoutes(edge, {
    ...ports,
    ...stores,
    flags: (companyId) => entitlements.flags(companyId),
    directory: directoryOf(core),
  })
}

function consumersOf(core: Core): Subscription[] {
  const { ports, stores, config } = core
  const connectionExists = async (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) =>
    (await stores.connections.find(tx, companyId, connectionId)) !== undefined
  const directory = directoryOf(core)
  const tellOthers = (companyId: CompanyId) => {
    for (const { rpcAddress } of core.supervisor?.shards.others ?? [])
      core.nudges.settings(rpcAddress, companyId)
  }
  return [
    outboundConsumer({
      ...ports,
      ...stores,
      connectionExists,
      waIdKey: config.waIdKey,
      nudge: (connectionId) => nudgeOutbound(core, connectionId),
      session: (companyId, connectionId) => directory.connected(companyId, connectionId),
    }),
    queuesConsumer({ ...ports, connections: stores.connections }),
    erasuresConsumer({ ...ports, ...stores, forgetChats: forgetChatsOf(core) }),
    callSettingConsumer(ports, tellOthers),
  ]
}

/** Keeps phones connected, records what arrives, sends what it is told. */
export function createMessagingGatewayService(
  config: MessagingGatewayConfig,
  ports: ServicePorts,
  tuning: GatewayTuning = {},
): Service {
  mapEntities(ports.db, [connectionRecord])
  const drivers = new Map((tuning.drivers ?? []).map((driver) => [driver.provider, driver]))
  const stores = storesOf()
  const clientVersions = new ClientVersions({
    ...ports,
    webVersions: stores.webVersions,
    webClient: httpWebClient(config.webClientUrl),
    pinned: config.webVersion,
    signals,
  })
  const core: Core = {
    config,
    ports,
    stores,
    drivers,
    clientVersions,
    nudges: new PeerNudges(ports),
    network: undefined,
    supervisor: undefined,
    supervisorOf: () => core.supervisor,
  }
  const edge = createHttpEdge(ports, 'messaging-gateway')
  addSimulator(core, edge, tuning)
  addRoutes(core, edge)
  const { db, clock } = ports
  const vault = createSignalVault({
    ...ports,
    store: pgSignalVaultStore,
    keyRing: config.vaultKeys,
    rotateAfterMs: config.vaultRotateAfterMs,
    signals,
  })
  if (!drivers.has('beta')) {
    const settings = { ...config.whatsapp, times: { ...baileysTimes, ...tuning.baileysTimes } }
    drivers.set(
      'beta',
      new BaileysDriver(settings, vault.vaults, { imageSize, clientVersion: () => clientVersions.current() }),
    )
  }
  return {
    name: 'messaging-gateway',
    http: edge.router,
    rpc: [
      messagingRpc(
        { ...ports, ...core.stores, directory: directoryOf(core), identify: detectMimeType },
        peersOf(core),
      ),
    ],
    consumers: consumersOf(core),
    jobs: [
      sweepJob({ db, clock, requests: core.stores.requests, readMarks: core.stores.readMarks }),
      emptyFinishedJob({ db, clock, erasures: core.stores.erasures }),
      webVersionJob({ db, clock, webVersions: stores.webVersions, clientVersions }),
      sessionEndsJob({ db, clock, sessionEnds: core.stores.sessionEnds }),
      numberChecksJob({ db, clock, numberChecks: core.stores.numberChecks }),
      vault.job,
      sweepFilesJob(ports),
    ],
    migrations: messagingGatewayMigrations,
    start: () => {
      core.supervisor = startSupervisor(supervisorDeps(core, tuning))
      return Promise.resolve(core.supervisor)
    },
    pending: () => pendingWork({ db, laggards: pgLaggards, drivers, supervisor: core.supervisorOf }),
  }
}
