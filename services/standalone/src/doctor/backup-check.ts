import { HOUR } from '@balcao/kernel'

import { listBackups, readFailure } from '../backup-folder'
import { ok, problem, warning, type Check, type Finding } from './check'

export interface BackupReading {
  /** When the newest whole backup was begun; undefined without any. */
  newestAt: Date | undefined
  kept: number
  /** The last failure after which none succeeded. */
  failure: { at: Date; message: string } | undefined
}

/* Nightly, with two hours for a backup that takes long. */
const LATE_MS = 26 * HOUR
const LOST_MS = 50 * HOUR

const REMEDY =
  'Run one now: `npm run backup:nightly` (in a container: `docker compose exec desk node scripts/backup-nightly.mjs`), and see what it says.'

/** @param reading undefined where no folder is set. */
export function judgeBackups(reading: BackupReading | undefined, folder: string, now: Date): Finding {
  if (!reading)
    return warning(
      'no backups are made here that I know of',
      'Set BACKUP_DIR and run `npm run backup:nightly` every night (docs/single-server.md), on another disk than the data.',
    )
  const { newestAt, kept, failure } = reading
  if (failure) return problem(`the backup of ${failure.at.toISOString()} failed: ${failure.message}`, REMEDY)
  if (!newestAt) return warning(`there is no backup in ${folder} yet`, REMEDY)
  const ageMs = now.getTime() - newestAt.getTime()
  const found = `the last of ${kept} backups in ${folder} is ${Math.round(ageMs / HOUR)} hours old`
  if (ageMs > LOST_MS) return problem(found, REMEDY)
  return ageMs > LATE_MS ? warning(found, REMEDY) : ok(found)
}

/** The backups of a folder that `scripts/backup-nightly.mjs` keeps. */
export function readBackups(folder: string): BackupReading {
  const backups = listBackups(folder)
  const newest = Math.max(...backups.map(({ madeAt }) => madeAt.getTime()))
  return {
    newestAt: Number.isFinite(newest) ? new Date(newest) : undefined,
    kept: backups.length,
    failure: readFailure(folder),
  }
}

/** @param folder undefined where none is set. */
export const backupCheck = (folder: string | undefined, now: () => Date): Check => ({
  name: 'backup',
  run: async () => judgeBackups(folder === undefined ? undefined : readBackups(folder), folder ?? '', now()),
})
