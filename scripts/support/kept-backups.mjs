// The folder of nightly backups: names, what is kept, and the last failure. `npm run doctor` reads the same files.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { isAlive } from './project.mjs'

const DAY_MS = 24 * 3_600_000
const NIGHTLY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const DRAFT = /\.unfinished-(\d+)$/
const FAILURE = 'last-failure.json'

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

/** Whole backups of a folder; a folder without a manifest is none. */
export function listBackups(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'manifest.json')))
    .filter(({ name }) => !DRAFT.test(name))
    .map(({ name }) => {
      const { madeAt } = JSON.parse(readFileSync(path.join(folder, name, 'manifest.json'), 'utf8'))
      return { name, madeAt: new Date(madeAt) }
    })
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
  const file = path.join(folder, FAILURE)
  if (!failure) rmSync(file, { force: true })
  else writeFileSync(file, `${JSON.stringify(failure)}\n`, { mode: 0o600 })
}
