// usage: BACKUP_DIR=<folder> npm run backup:nightly      a backup as by scripts/backup.mjs, and drops those that are older than BACKUP_KEEP (14) days
// A desk with BACKUP_DIR runs this every night at BACKUP_HOUR. Exit code 1, a line on stderr and BACKUP_DIR/last-failure.json (which
// `npm run doctor` tells) when it fails; nothing is dropped then. The newest whole backup is never dropped.
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import {
  chooseExpired,
  deleteBackups,
  deleteDrafts,
  listBackups,
  nightlyName,
  writeFailure,
} from './support/kept-backups.mjs'
import { at, capture, say } from './support/project.mjs'

const now = new Date()
const keep = Number(process.env.BACKUP_KEEP || 14)

async function backUp(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  deleteDrafts(folder)
  const target = path.join(folder, nightlyName(now))
  // Paths among the desk's variables are relative to our folder, not to the project's.
  const { code, output } = await capture(process.execPath, [at('scripts/backup.mjs'), target], {
    cwd: process.cwd(),
  })
  if (code !== 0) {
    // A disk that it filled would be full for the desk, too.
    deleteDrafts(folder)
    throw new Error(output.trim() || `scripts/backup.mjs ended with ${code}`)
  }
  say(output.trim())
  const expired = chooseExpired(listBackups(folder), { keep, now })
  deleteBackups(folder, expired)
  if (expired.length > 0) say(`dropped: ${expired.join(', ')}`)
}

const folder = process.env.BACKUP_DIR && path.resolve(process.env.BACKUP_DIR)
try {
  if (!folder) throw new Error('BACKUP_DIR names no folder')
  if (!(keep >= 1)) throw new Error('BACKUP_KEEP must be 1 or more')
  await backUp(folder)
  writeFailure(folder)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
  // A folder that cannot be written keeps no failure either: exit code and log say it.
  if (folder) writeFailure(folder, { at: now.toISOString(), message: error.message })
}
