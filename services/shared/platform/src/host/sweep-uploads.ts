import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { HOUR, MINUTE, type Clock, type Job } from '@balcao/kernel'

/* Longer than any request (five minutes) and its handler. */
const OLDER_THAN_MS = HOUR
const EVERY_MS = 10 * MINUTE

const listEntries = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []

/* The entry may disappear meanwhile: its own request removes it. */
function isOld(entry: string, before: number): boolean {
  const stats = statSync(entry, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < before
}

/** Removes entries older than an hour from upload folders: leftovers of killed processes. */
export async function sweepUploads(folders: readonly string[], now: Date): Promise<void> {
  const before = now.getTime() - OLDER_THAN_MS
  for (const folder of folders)
    for (const entry of listEntries(folder))
      if (isOld(entry, before)) await rm(entry, { recursive: true, force: true })
}

/** Every process sweeps the folders it writes to; several may share one. */
export const sweepUploadsJob = (folders: readonly string[], clock: Clock): Job => ({
  name: 'host.sweep-uploads',
  everyMs: EVERY_MS,
  runs: 'process',
  run: () => sweepUploads(folders, clock.now()),
})
