import { backoffMs, SECOND } from '@balcao/kernel'
import { Redis } from 'ioredis'

import { addEngineMetrics } from '../telemetry/engine-health'
import { createLogger } from '../telemetry/logger'

export interface RedisClient extends Redis {
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

/* Jitter, so that processes do not reconnect in step. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  return backoffMs(attempt, { firstMs: FIRST_RETRY_MS, longestMs: LAST_RETRY_MS }, random())
}

/* One log line when the server goes, one when it is back. */
function logOutages(redis: Redis, name: string, log: OutageLog): void {
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

/**
 * A connection to an unreliable server: commands fail at once without a
 * server and after half a second when it does not answer, none is queued or sent twice, and reconnecting
 * never stops. Callers handle failed commands.
 */
export function openRedis(url: string, { clientName, log = redisLog }: RedisOptions): RedisClient {
  const redis = new Redis(url, {
    connectionName: clientName,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => retryDelayMs(attempt),
    // The server became a replica: its successor has the same address.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  logOutages(redis, clientName, log)
  const unwatch = addEngineMetrics('redis', () => redis.status === 'ready')
  return Object.assign(redis, {
    close: async () => {
      unwatch()
      redis.disconnect()
    },
  })
}
