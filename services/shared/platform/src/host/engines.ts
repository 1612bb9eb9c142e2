import path from 'node:path'

import { systemClock, type BlobStore, type Cache, type Clock, type Presence } from '@balcao/kernel'

import { createFolderBlobStore, createS3BlobStore, temporaryFolderOf } from '../blobs'
import { createMemoryCache, createRedisCache } from '../cache'
import type { KafkaSettings } from '../events'
import { createRateLimits, type RateLimits } from '../http'
import { createMemoryPresence, createRedisPresence } from '../presence'
import { openRedis } from '../redis'
import type { EngineSettings } from './engines-config'

/** What a process stands on besides Postgres, each engine behind its port. */
export interface Engines {
  blobs: BlobStore
  /** Folders in which writes of media begin. */
  writeFolders: readonly string[]
  cache: Cache
  presence: Presence
  rateLimits: RateLimits
  /** The broker that carries events between processes; undefined where they carry them themselves. */
  broker: { settings: KafkaSettings; clientId: string } | undefined
  close(): Promise<void>
}

export interface EngineOptions {
  /** Absent: no engine at all. */
  settings?: EngineSettings
  /** Shown by the engines' own lists of clients. */
  clientName: string
  /** Where media lie when no store was named. */
  mediaFolder: string
  /** Multiplies every rate limit; 0 switches them off. */
  rateLimitFactor: number
  clock?: Clock
}

/** Adapters as the configuration names them; what it does not name stays in the process and its folder. */
export function openEngines(options: EngineOptions): Engines {
  const { settings, clientName, clock = systemClock } = options
  const redis = settings?.redisUrl === undefined ? undefined : openRedis(settings.redisUrl, { clientName })
  const mediaFolder = path.resolve(options.mediaFolder)
  return {
    blobs: settings?.s3 ? createS3BlobStore(settings.s3) : createFolderBlobStore(mediaFolder),
    writeFolders: settings?.s3 ? [] : [temporaryFolderOf(mediaFolder)],
    cache: redis ? createRedisCache(redis) : createMemoryCache({ clock }),
    presence: redis ? createRedisPresence(redis, clock) : createMemoryPresence(clock),
    rateLimits: createRateLimits(options.rateLimitFactor, redis),
    broker: settings?.kafka && { settings: settings.kafka, clientId: clientName },
    close: async () => redis?.close(),
  }
}
