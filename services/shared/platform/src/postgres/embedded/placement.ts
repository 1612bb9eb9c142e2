import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { isReachableBy, type Account } from './account'
import { readErrorCode } from './system-error'

/** Symbolic link to the real cluster when Postgres' account cannot enter the data folder. */
const POINTER = 'moved-to'
/** A unix socket's path must fit into 107 bytes; `/.s.PGSQL.5432` takes 14. */
const LONGEST_SOCKET_FOLDER = 92
const SOCKET_PREFIX = 'balcao-pg-'
const RUNTIME_FOLDERS = ['/var/lib/balcao', '/var/cache/balcao', '/opt/balcao']

/** Creates the folder, or throws one line that says why not. */
export function makeDataFolder(folder: string): string {
  try {
    // 0711: Postgres' account must be able to pass through; the content has its own modes.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    renameSync(probe, join(folder, '.probe'))
    return realpathSync(folder)
  } catch (cause) {
    throw new Error(
      `Cannot write to ${folder} (${readErrorCode(cause)}). Set DATA_DIR to a folder that this user may write.`,
      { cause },
    )
  }
}

/** A root-owned folder that every account can enter, for copies from folders that the account cannot enter. */
export function makeRuntimeFolder(): string {
  for (const runtimeFolder of RUNTIME_FOLDERS) {
    try {
      mkdirSync(runtimeFolder, { recursive: true, mode: 0o755 })
      chmodSync(runtimeFolder, 0o755)
      if (isReachableBy(join(realpathSync(runtimeFolder), 'x'), { uid: 65_534, gid: 65_534 }))
        return runtimeFolder
    } catch (error) {
      if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(readErrorCode(error))) throw error
    }
  }
  throw new Error(
    `Postgres cannot run as root here: its account cannot enter the project's folder, and none of ${RUNTIME_FOLDERS.join(', ')} is writable. Start as an ordinary user.`,
  )
}

/**
 * The folder of the cluster itself: the data folder, or, when the account cannot enter it
 * (a clone in /root), a folder below the runtime folder that the data folder links to from then on.
 */
export function placeCluster(
  dataFolder: string,
  account: Account | undefined,
  runtimeFolder: () => string,
): string {
  const pointer = join(dataFolder, POINTER)
  if (existsSync(pointer)) {
    const target = readFileSync(pointer, 'utf8').trim()
    if (existsSync(target)) return realpathSync(target)
    throw new Error(
      `${pointer} says the database is in ${target}, which is gone. Restore it, or delete the pointer to begin empty.`,
    )
  }
  if (!account || isReachableBy(join(dataFolder, 'x'), account)) return dataFolder
  const folder = join(runtimeFolder(), createHash('sha256').update(dataFolder).digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  writeFileSync(`${pointer}.new`, `${folder}\n`)
  renameSync(`${pointer}.new`, pointer)
  return realpathSync(folder)
}

const isShort = (folder: string): boolean => Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER

/* What mkdtemp adds to a folder's name. */
const TEMPORARY_NAME = `/${SOCKET_PREFIX}XXXXXX`

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first folder for temporary files that Postgres' account can enter and whose path leaves room for a socket. */
export function findSocketParent(
  account: Account | undefined,
  candidates: readonly string[] = [tmpdir(), '/tmp', '/var/tmp'],
): string | undefined {
  return candidates
    .map((folder) => (existsSync(folder) ? realpathSync(folder) : undefined))
    .find(
      (folder) =>
        folder !== undefined &&
        isShort(folder + TEMPORARY_NAME) &&
        isWritable(folder) &&
        (!account || isReachableBy(join(folder, 'x'), account)),
    )
}

/**
 * A private folder with a path short enough for a socket: inside the cluster's folder, else a new temporary one. `TMPDIR` may be
 * one that Postgres' account cannot enter, or as deep as the cluster's folder.
 */
export function makeSocketFolder(clusterFolder: string, account: Account | undefined): string {
  const inside = join(clusterFolder, 'run')
  const folder = isShort(inside)
    ? inside
    : mkdtempSync(join(findSocketParent(account) ?? makeRuntimeFolder(), SOCKET_PREFIX))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  changeOwner(account, folder)
  chmodSync(folder, 0o700)
  return folder
}

export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(SOCKET_PREFIX)) rmSync(folder, { recursive: true, force: true })
}

export function changeOwner(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Throws one line when another account made the cluster. */
export function assertOwnCluster(cluster: string): void {
  const uid = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid === undefined || uid === 0 || owner === undefined || owner === uid) return
  throw new Error(
    `${cluster} belongs to user id ${owner}. Start with the account that made it, or set DATA_DIR to another folder.`,
  )
}
