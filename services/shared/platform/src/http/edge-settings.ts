import { tmpdir } from 'node:os'
import path from 'node:path'

import { SECOND } from '@balcao/kernel'
import type { Application } from 'express'

import { createRateLimits, type RateLimits } from './rate-limits'
import { createUploadSlots, type UploadSlots } from './upload-slots'

/** Limits of requests with files. */
export interface UploadLimits {
  /** In this process. */
  atOnce: number
  atOncePerAddress: number
  /** Free space that the volume must keep. */
  reserveBytes: number
  /** A body that brings less than 1 kB in this time is aborted. */
  slowAfterMs: number
}

export const defaultUploadLimits: UploadLimits = {
  atOnce: 64,
  atOncePerAddress: 16,
  reserveBytes: 256 * 1024 * 1024,
  slowAfterMs: 30 * SECOND,
}

/** Settings of the host for every edge of its process. */
export interface EdgeSettings {
  rateLimits: RateLimits
  /** Folder of uploads in progress; each request removes its own. */
  uploadDir: string
  maxUploadBytes: number
  uploadLimits?: Partial<UploadLimits>
}

/** The settings of an app: one set of slots for all requests. */
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

/** The settings of the app that a router is mounted on; defaults are created once per app. */
export function getEdgeSettings(app: Application): ActiveEdgeSettings {
  const known = app.get(KEY) as ActiveEdgeSettings | undefined
  return known ?? setEdgeSettings(app, defaultEdgeSettings())
}
