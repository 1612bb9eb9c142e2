// The folder of nightly backups: names, what is kept, and the last failure. The desk and `npm run doctor` read the same files.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { at, isAlive } from './project.mjs'

const require = createRequire(import.meta.url)
const { DRAFT, FAILURE_FILE, listBackups } = require(at('services/standalone/dist/backup-folder.js'))

export { listBackups }

const DAY_MS = 24 * 3_600_000
const NIGHTLY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Name of a nightly backup that begins now. */
export const nightlyName = (now) => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Names of what is kept no longer: older than `keep` days, or a nightly one behind the `keep` newest. The newest whole backup stays,
 * however old. @param backups whole ones: { name, madeAt }
 */
export function chooseExpired(backups, { keep, now }) {
  const newestFirst = [...backups].sort((a, b) => b.madeAt - a.madeAt)
  const nightly = newestFirst.filter(({ name }) => NIGHTLY.test(name))
  return newestFirst
    .slice(1)
    .filter((one) => now - one.madeAt > keep * DAY_MS || nightly.indexOf(one) >= keep)
    .map(({ name }) => name)
}

/** Deletes what backups that were killed have left. */
export function deleteDrafts(folder) {
  for (const name of readdirSync(folder)) {
    const pid = DRAFT.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true })
  }
}

export const deleteBackups = (folder, names) => {
  for (const name of names) rmSync(path.join(folder, name), { recursive: true })
}

/** Remembers a failure until a backup succeeds: `undefined`. */
export function writeFailure(folder, failure) {
  const file = path.join(folder, FAILURE_FILE)
  if (!failure) rmSync(file, { force: true })
  else writeFileSync(file, `${JSON.stringify(failure)}\n`, { mode: 0o600 })
}
