import { backoffMs, SECOND } from '@balcao/kernel'
import { Redis } from 'ioredis'

import { addEngineMetrics } from '../telemetry/engine-health'
import { createLogger } from '../telemetry/logger'

export interface RedisClient extends Redis {
  /** Ends the connection and its attempts to come back. Idempotent. */
  close(): Promise<void>
}

type OutageLog = Pick<ReturnType<typeof createLogger>, 'info' | 'warn'>

export interface RedisOptions {
  /** Shown by `CLIENT LIST`. */
  clientName: string
  log?: OutageLog
}

const redisLog = createLogger('redis')

/** A command that takes longer is worth less than going on without it. */
const COMMAND_TIMEOUT_MS = 500
/** A server that says nothing for so long while asked is gone, whatever TCP believes. */
const SILENCE_MS = SECOND
const CONNECT_TIMEOUT_MS = 3 * SECOND
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2 * SECOND

/* Processes that lost the same server do not come back in step. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  return backoffMs(attempt, { firstMs: FIRST_RETRY_MS, longestMs: LAST_RETRY_MS }, random())
}

/* One line when the server goes, one when it is back; the attempts in between are no news. */
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
 * A connection for which an absent, slow or restarting server is boring: commands fail at once while there is no
 * server and after half a second when it does not answer, none is queued or sent twice, and attempts to come back
 * never end. Callers decide what a failed command means.
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
    // The server became a replica: its successor answers at the same address.
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
