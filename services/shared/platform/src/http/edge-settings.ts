import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Application } from 'express'

import { createRateLimits, type RateLimits } from './rate-limits'

/** What the host decides for every service's edge in its process. */
export interface EdgeSettings {
  rateLimits: RateLimits
  /** Folder for uploads in flight; emptied request by request. */
  uploadDir: string
  maxUploadBytes: number
}

const KEY = 'balcao edge'

export const defaultEdgeSettings = (): EdgeSettings => ({
  rateLimits: createRateLimits(),
  uploadDir: path.join(tmpdir(), `balcao-uploads-${process.pid}`),
  maxUploadBytes: 16 * 1024 * 1024,
})

export const setEdgeSettings = (app: Application, settings: EdgeSettings): void => {
  app.set(KEY, settings)
}

/** The settings of the app a router is mounted on; defaults are made once per app. */
export function edgeSettingsOf(app: Application): EdgeSettings {
  const known = app.get(KEY) as EdgeSettings | undefined
  if (known) return known
  const settings = defaultEdgeSettings()
  setEdgeSettings(app, settings)
  return settings
}
