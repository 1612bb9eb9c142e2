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
import { createPresenceTracker, type PresenceDeps } from './features/presence'
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

/** Sockets, presence and the company feed. */
export function createRealtimeService(
  config: RealtimeConfig,
  ports: ServicePorts,
  topic = openEventTopic(config),
): Service {
  const { db, clock, presence: online } = ports
  const registry: SocketRegistry = { io: undefined }
  const feed = new PgFeedStore(clock)
  const sign: SignMedia = (companyId, key, options) => ports.mediaLinks.sign(companyId, key, options)
  const feedActivity = createActivity()
  const sockets = createLiveSockets(registry, clock, ports.pause)
  const hints = config.cluster ? createFeedHints(registry) : noFeedHints
  const broadcast = createFeedBroadcast({
    db,
    feed,
    sockets,
    sign,
    hints,
    now: () => clock.now(),
    onGrown: feedActivity.note,
  })
  const companyMutex = createKeyedMutex<CompanyId>()
  const presenceDeps: PresenceDeps = {
    ...ports,
    feed,
    broadcast,
    sign,
    companyMutex,
    presence: online,
    announced: new PgAnnouncedPresence(clock),
  }
  const presence = createPresenceTracker(presenceDeps)
  const socketDeps = {
    ...ports,
    registry,
    broadcast,
    presence,
    allowedOrigins: config.allowedOrigins,
    drainMs: config.cluster?.drainMs ?? 0,
  }
  const erasureDeps = { db, clock, erasures: new PgErasureStore() }
  const edge = createHttpEdge(ports, 'realtime')
  syncRoutes(edge, { db, feed, sign, clock })
  const entitlements = createEntitlements(ports)
  const webhookDeps = {
    ...presenceDeps,
    rpc: ports.rpc,
    webhooks: new PgWebhookStore(),
    webhookHttp: openWebhookHttp(config.integrationOrigins),
    sealer: createSealer(config.sealKey, 'realtime'),
    pause: ports.pause,
    signForProgram: ((companyId, key, options) =>
      config.publicOrigin + ports.mediaLinks.signForProgram(companyId, key, options)) satisfies SignMedia,
    onDelivered: signals.webhookCalled,
    onPaused: signals.webhookPaused,
    noteWork: feedActivity.note,
    hasApi: async (companyId: CompanyId) => (await entitlements.flags(companyId)).useExternalApi,
  }
  webhookRoutes(edge, webhookDeps)
  const publishDeps = topic && {
    ...webhookDeps,
    topic,
    positions: new PgPublishedPositions(),
    onPublished: signals.publicEventsPublished,
    onMissed: signals.publicEventsMissed,
    onLag: signals.publicEventsLag,
  }

  return {
    name: 'realtime',
    http: edge.router,
    rpc: [presenceRpc(online)],
    consumers: [
      ...feedConsumers({
        db,
        rpc: ports.rpc,
        inbox: ports.inbox,
        users: new PgShownUsers(),
        feed,
        broadcast,
        sign,
        companyMutex,
        now: () => clock.now(),
      }),
      erasuresConsumer({ ...erasureDeps, inbox: ports.inbox }),
    ],
    jobs: [
      partitionJob({ name: 'realtime.feed-retention', table: 'feed', keepMs: KEEP_FEED_MS, db, clock }),
      eraseLateJob(erasureDeps),
      feedPollJob(broadcast, feedActivity),
      stalePresenceJob(presenceDeps),
      offlineUsersJob(presence),
      ...sessionJobs(socketDeps),
      ...webhookJobs(webhookDeps, feedActivity),
      ...(publishDeps ? publishJobs(publishDeps, feedActivity) : []),
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
