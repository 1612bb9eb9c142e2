import type { CompanyId } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import { createKeyedMutex, type Service, type ServicePorts } from '@balcao/kernel'
import {
  createActivity,
  createEntitlements,
  createHttpEdge,
  createSealer,
  createTopicWriter,
  exportTable,
  openWebhookHttp,
  partitionJob,
} from '@balcao/platform'

import { PgAnnouncedPresence } from './adapters/postgres/pg-announced-presence'
import { PgErasureStore } from './adapters/postgres/pg-erasure-store'
import { PgFeedStore } from './adapters/postgres/pg-feed-store'
import { PgPublishedPositions } from './adapters/postgres/pg-published-positions'
import { PgShownUsers } from './adapters/postgres/pg-shown-users'
import { PgWebhookStore } from './adapters/postgres/pg-webhook-store'
import { createRedisSocketCluster } from './adapters/redis/redis-socket-cluster'
import type { RealtimeConfig } from './config'
import type { SocketRegistry } from './features/connections/desk-socket.sockets'
import { createFeedHints, noFeedHints } from './features/connections/feed-hints.sockets'
import { createLiveSockets } from './features/connections/live-sockets.sockets'
import { sessionJobs } from './features/connections/sessions.job'
import { attachSockets } from './features/connections/socket-server.sockets'
import { eraseLateJob } from './features/erasure/erase-late.job'
import { erasuresConsumer } from './features/erasure/erasures.consumer'
import { createFeedBroadcast } from './features/fanout'
import { feedConsumers } from './features/fanout/feed.consumer'
import { feedPollJob, KEEP_FEED_MS } from './features/fanout/feed.job'
import { createPresenceTracker } from './features/presence'
import { offlineUsersJob, stalePresenceJob } from './features/presence/presence.job'
import { presenceRpc } from './features/presence/presence.rpc'
import { syncRoutes } from './features/sync/sync.routes'
import type { EventTopic } from './features/webhooks/event-topic.port'
import { publishJobs } from './features/webhooks/publish-events.job'
import { webhookJobs } from './features/webhooks/webhooks.job'
import { webhookRoutes } from './features/webhooks/webhooks.routes'
import { realtimeMigrations } from './migrations'
import { signals } from './signals'

export { realtimeConfig, type RealtimeConfig } from './config'

/* Undefined where no topic is configured. Connects when it is first written to. */
function openEventTopic({ kafka }: RealtimeConfig): EventTopic | undefined {
  const topic = kafka?.publicEventsTopic
  if (!kafka || topic === undefined) return undefined
  return createTopicWriter({ settings: kafka, topic, clientId: 'balcao-public-events' })
}

function wire(config: RealtimeConfig, ports: ServicePorts, registry: SocketRegistry) {
  const { clock } = ports
  const feed = new PgFeedStore(clock)
  const sign: SignMedia = (companyId, key, options) => ports.mediaLinks.sign(companyId, key, options)
  const feedActivity = createActivity()
  const now = () => clock.now()
  const broadcast = createFeedBroadcast({
    db: ports.db,
    feed,
    sockets: createLiveSockets(registry, clock, ports.pause),
    sign,
    hints: config.cluster ? createFeedHints(registry) : noFeedHints,
    now,
    onGrown: feedActivity.note,
  })
  return {
    ...ports,
    now,
    feed,
    feedActivity,
    broadcast,
    sign,
    companyMutex: createKeyedMutex<CompanyId>(),
    users: new PgShownUsers(),
    announced: new PgAnnouncedPresence(clock),
    erasures: new PgErasureStore(),
  }
}

type RealtimeDeps = ReturnType<typeof wire>

function buildWebhookDeps(config: RealtimeConfig, deps: RealtimeDeps) {
  const entitlements = createEntitlements(deps)
  return {
    ...deps,
    webhooks: new PgWebhookStore(),
    webhookHttp: openWebhookHttp(config.integrationOrigins),
    sealer: createSealer(config.sealKey, 'realtime'),
    signForProgram: ((companyId, key, options) =>
      config.publicOrigin + deps.mediaLinks.signForProgram(companyId, key, options)) satisfies SignMedia,
    onDelivered: signals.webhookCalled,
    onPaused: signals.webhookPaused,
    noteWork: deps.feedActivity.note,
    hasApi: async (companyId: CompanyId) => (await entitlements.flags(companyId)).useExternalApi,
  }
}

const buildPublishDeps = (deps: ReturnType<typeof buildWebhookDeps>, topic: EventTopic) => ({
  ...deps,
  topic,
  positions: new PgPublishedPositions(),
  onPublished: signals.publicEventsPublished,
  onMissed: signals.publicEventsMissed,
  onLag: signals.publicEventsLag,
})

/** Sockets, presence and the company feed. */
export function createRealtimeService(
  config: RealtimeConfig,
  ports: ServicePorts,
  topic = openEventTopic(config),
): Service {
  const registry: SocketRegistry = { io: undefined }
  const deps = wire(config, ports, registry)
  const { db, clock, broadcast, feedActivity } = deps
  const presence = createPresenceTracker(deps)
  const socketDeps = {
    ...deps,
    registry,
    presence,
    allowedOrigins: config.allowedOrigins,
    drainMs: config.cluster?.drainMs ?? 0,
  }
  const webhookDeps = buildWebhookDeps(config, deps)
  const edge = createHttpEdge(ports, 'realtime')
  syncRoutes(edge, deps)
  webhookRoutes(edge, webhookDeps)

  return {
    name: 'realtime',
    http: edge.router,
    rpc: [presenceRpc(ports.presence)],
    consumers: [...feedConsumers(deps), erasuresConsumer(deps)],
    jobs: [
      partitionJob({ name: 'realtime.feed-retention', table: 'feed', keepMs: KEEP_FEED_MS, db, clock }),
      eraseLateJob(deps),
      feedPollJob(broadcast, feedActivity),
      stalePresenceJob(deps),
      offlineUsersJob(presence),
      ...sessionJobs(socketDeps),
      ...webhookJobs(webhookDeps, feedActivity),
      ...(topic ? publishJobs(buildPublishDeps(webhookDeps, topic), feedActivity) : []),
    ],
    migrations: realtimeMigrations,
    companyExport: [exportTable(db, 'webhooks', { without: ['dispatched_seq'] })],
    attach: (server) => {
      const cluster = config.cluster && createRedisSocketCluster(config.cluster.redisUrl)
      return attachSockets({ ...socketDeps, cluster }, server)
    },
    ...(topic && { close: () => topic.close() }),
    pending: async () => broadcast.busy().map((companyId) => `realtime.feed of company ${companyId}`),
  }
}
