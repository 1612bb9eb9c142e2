import path from 'node:path'

import { systemClock, type BlobStore, type Cache, type Clock, type Presence } from '@balcao/kernel'

import { createFolderBlobStore, createS3BlobStore, temporaryFolder } from '../blobs'
import { createMemoryCache, createRedisCache } from '../cache'
import type { KafkaSettings } from '../events'
import { createRateLimits, type RateLimits } from '../http'
import { createMemoryPresence, createRedisPresence } from '../presence'
import { openRedis } from '../redis'
import type { EngineSettings } from './engines-config'

/** The engines of a process besides Postgres, each behind its port. */
export interface Engines {
  blobs: BlobStore
  /** Folders of unfinished media writes. */
  writeFolders: readonly string[]
  cache: Cache
  presence: Presence
  rateLimits: RateLimits
  /** The broker; undefined where services deliver events to each other. */
  broker: { settings: KafkaSettings; clientId: string } | undefined
  close(): Promise<void>
}

export interface EngineOptions {
  /** Absent: no external engine. */
  settings?: EngineSettings
  /** Client name shown in the engines' own lists. */
  clientName: string
  /** Media folder when no bucket is configured. */
  mediaFolder: string
  /** Bytes that media leave free on the folder's volume. */
  mediaReserveBytes: number
  /** Multiplies every rate limit; 0 switches them off. */
  rateLimitFactor: number
  clock?: Clock
}

/** Opens the configured engines; others are replaced by implementations in this process and its folder. */
export function openEngines(options: EngineOptions): Engines {
  const { settings, clientName, clock = systemClock } = options
  const redis = settings?.redisUrl === undefined ? undefined : openRedis(settings.redisUrl, { clientName })
  const mediaFolder = path.resolve(options.mediaFolder)
  return {
    blobs: settings?.s3
      ? createS3BlobStore(settings.s3)
      : createFolderBlobStore(mediaFolder, { reserveBytes: options.mediaReserveBytes }),
    writeFolders: settings?.s3 ? [] : [temporaryFolder(mediaFolder)],
    cache: redis ? createRedisCache(redis) : createMemoryCache({ clock }),
    presence: redis ? createRedisPresence(redis, clock) : createMemoryPresence(clock),
    rateLimits: createRateLimits(options.rateLimitFactor, redis),
    broker: settings?.kafka && { settings: settings.kafka, clientId: clientName },
    close: async () => redis?.close(),
  }
}
