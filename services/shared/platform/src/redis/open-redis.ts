import type { EventEmitter } from 'node:events'

import { backoffMs, SECOND } from '@balcao/kernel'
import { Cluster, Redis, type RedisCommander } from 'ioredis'

import { addEngineMetrics } from '../telemetry/engine-health'
import { createLogger } from '../telemetry/logger'

/** One server, or a Redis Cluster: a command goes to the node of its keys, which must be in one slot. */
export interface RedisClient extends RedisCommander, EventEmitter {
  readonly status: string
  /** Keys of one command may be in several slots of several nodes. */
  readonly isCluster: boolean
  disconnect(reconnect?: boolean): void
  /** Closes the connection and stops reconnecting. Idempotent. */
  close(): Promise<void>
}

type OutageLog = Pick<ReturnType<typeof createLogger>, 'info' | 'warn'>

export interface RedisOptions {
  /** Shown by `CLIENT LIST`. */
  clientName: string
  log?: OutageLog
}

const redisLog = createLogger('redis')

/** Command timeout: callers have a fallback. */
const COMMAND_TIMEOUT_MS = 500
/** A server that does not answer for this long counts as gone, whatever TCP reports. */
const SILENCE_MS = SECOND
const CONNECT_TIMEOUT_MS = 3 * SECOND
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2 * SECOND
/** How soon a cluster's node that came or went is known without an error that tells. */
const SLOTS_EVERY_MS = 5 * SECOND

/* Jitter, so that processes do not reconnect in step. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  return backoffMs(attempt, { firstMs: FIRST_RETRY_MS, longestMs: LAST_RETRY_MS }, random())
}

/* One log line when the server goes, one when it is back. */
function logOutages(redis: EventEmitter, name: string, log: OutageLog): void {
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.warn({ name, err: error }, 'redis is away; going on without it')
    isAway = true
  })
  redis.on('reconnecting', () => {
    if (!isAway) log.warn({ name }, 'redis is away; going on without it')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info({ name }, 'redis is back')
    isAway = false
  })
}

const unreliable = (clientName: string) => ({
  connectionName: clientName,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: SILENCE_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
})

const openServer = (url: string, clientName: string): Redis =>
  new Redis(url, {
    ...unreliable(clientName),
    retryStrategy: (attempt) => retryDelayMs(attempt),
    // The server became a replica: its successor has the same address.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })

/* A command to a node that is away fails at once, as without a cluster; only one that was told where its slot went is sent again. */
function openCluster(address: URL, clientName: string): Cluster {
  const { hostname: host, username, password, port, protocol } = address
  return new Cluster([{ host, port: Number(port || 6379) }], {
    enableOfflineQueue: false,
    clusterRetryStrategy: (attempt) => retryDelayMs(attempt),
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    slotsRefreshInterval: SLOTS_EVERY_MS,
    // Certificates name the nodes as the cluster does.
    ...(protocol === 'rediss:' && { dnsLookup: (name, tell) => tell(null, name) }),
    redisOptions: {
      ...unreliable(clientName),
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  })
}

/**
 * A connection to an unreliable server: commands fail at once without a
 * server and after half a second when it does not answer, none is queued or sent twice, and reconnecting
 * never stops. Callers handle failed commands.
 * @param url with `?cluster=true` of any node, or of a name with all of them: then all nodes of its cluster
 */
export function openRedis(url: string, { clientName, log = redisLog }: RedisOptions): RedisClient {
  const address = new URL(url)
  const isCluster = address.searchParams.get('cluster') === 'true'
  const redis = isCluster ? openCluster(address, clientName) : openServer(url, clientName)
  logOutages(redis, clientName, log)
  const unwatch = addEngineMetrics('redis', () => redis.status === 'ready')
  return Object.assign(redis, {
    isCluster,
    close: async () => {
      unwatch()
      redis.disconnect()
    },
  })
}
