import { tmpdir } from 'node:os'
import path from 'node:path'

import { SECOND } from '@balcao/kernel'
import type { Application } from 'express'

import { createRateLimits, type RateLimits } from './rate-limits'
import { createUploadSlots, type UploadSlots } from './upload-slots'

/** How many requests with files are taken, and under which conditions. */
export interface UploadLimits {
  /** In this process. */
  atOnce: number
  atOncePerAddress: number
  /** What the volume must keep free. */
  reserveBytes: number
  /** A body that brings next to nothing for so long is ended. */
  slowAfterMs: number
}

export const defaultUploadLimits: UploadLimits = {
  atOnce: 64,
  atOncePerAddress: 16,
  reserveBytes: 256 * 1024 * 1024,
  slowAfterMs: 30 * SECOND,
}

/** What the host decides for every service's edge in its process. */
export interface EdgeSettings {
  rateLimits: RateLimits
  /** Folder for uploads in flight; emptied request by request. */
  uploadDir: string
  maxUploadBytes: number
  uploadLimits?: Partial<UploadLimits>
}

/** The settings as a request meets them: one set of slots for the whole app. */
export interface ActiveEdgeSettings extends EdgeSettings {
  uploadLimits: UploadLimits
  uploadSlots: UploadSlots
}

const KEY = 'balcao edge'

export const defaultEdgeSettings = (): EdgeSettings => ({
  rateLimits: createRateLimits(),
  uploadDir: path.join(tmpdir(), `balcao-uploads-${process.pid}`),
  maxUploadBytes: 16 * 1024 * 1024,
})

export function setEdgeSettings(app: Application, settings: EdgeSettings): ActiveEdgeSettings {
  const uploadLimits = { ...defaultUploadLimits, ...settings.uploadLimits }
  const { atOnce: total, atOncePerAddress: perAddress } = uploadLimits
  const open: ActiveEdgeSettings = {
    ...settings,
    uploadLimits,
    uploadSlots: createUploadSlots({ total, perAddress }),
  }
  app.set(KEY, open)
  return open
}

/** The settings of the app a router is mounted on; defaults are made once per app. */
export function getEdgeSettings(app: Application): ActiveEdgeSettings {
  const known = app.get(KEY) as ActiveEdgeSettings | undefined
  return known ?? setEdgeSettings(app, defaultEdgeSettings())
}
