import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { USER, type Cluster } from './cluster'
import { changeOwner } from './placement'
import { isAlive } from './postmaster'

/** Into a temporary folder, then renamed: a killed start leaves no partial cluster. */
export function initialize(cluster: Cluster): void {
  const { folder, account, options } = cluster
  options.log?.('Creating the database (first start).')
  const half = join(folder, `cluster.${process.pid}`)
  removeHalves(folder)
  mkdirSync(half, { mode: 0o700 })
  changeOwner(account, half)
  const flags = [
    '-U',
    USER,
    // Trusts every connection until `setAccessRule`, which runs before any server starts.
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  if (options.durable === false) flags.push('--no-sync')
  const result = spawnSync(cluster.binaries.initdb, ['-D', half, ...flags], {
    ...account,
    cwd: folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    throw new Error(
      `Postgres could not create its data in ${folder}: ${result.error?.message ?? result.stderr.trim().split('\n').at(-1)}`,
    )
  }
  try {
    renameSync(half, cluster.data)
  } catch (error) {
    // A concurrent start made the cluster first.
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(cluster.data, 'PG_VERSION'))) throw error
  }
}

/** Leftovers of killed first starts; not those of a start that is still running. */
function removeHalves(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^cluster\.(\d+)$/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}
