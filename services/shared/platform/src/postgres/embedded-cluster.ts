import { join } from 'node:path'

import { Client } from 'pg'

import { chooseAccount } from './embedded/account'
import { stagingFolder } from './embedded/archive'
import { findBinaries } from './embedded/binaries'
import { claimFolder } from './embedded/claim'
import { DATABASE, type Cluster, type EmbeddedPostgresOptions, type RunningServer } from './embedded/cluster'
import { startServer } from './embedded/launch'
import {
  assertOwnCluster,
  makeDataFolder,
  makeRuntimeFolder,
  placeCluster,
  removeSocketFolder,
} from './embedded/placement'
import { stopPostmaster } from './embedded/postmaster'
import { formatPostgresUrl, type PostgresServer } from './postgres-server'

/** Restart limit: deaths within a minute. */
const RESTARTS_PER_MINUTE = 5

export type { EmbeddedPostgresOptions }

export interface EmbeddedPostgres {
  /** As the owner of everything: for migrations. Services log in with `serverForSchema(admin, schema, { roleSecret: password })`. */
  admin: PostgresServer
  adminUrl: string
  pid(): number
  /** Folders of whoever archives: finished WAL, and the cluster's own files. */
  archive: { staging: string; data: string }
  /** Fast shutdown; resolves when the server has ended. Idempotent. */
  stop(): Promise<void>
}

/**
 * A real Postgres on this machine, reachable over a private unix socket only. Takes over a server of ours that
 * an earlier, killed process left running, and restarts a killed server. Never listens on TCP. A cluster of a version that asked
 * for no password gets this one.
 * @throws {Error} with one line for the operator: missing binaries, unwritable folder, another account's data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(options)
  const release = claimFolder(cluster.folder)
  try {
    const running = await startServer(cluster)
    if (!running.child) options.log?.(`Using the Postgres that is already running (process ${running.pid}).`)
    await createDatabase(running.admin)
    return supervise(cluster, running, release)
  } catch (error) {
    release()
    throw error
  }
}

/** Folders and account of a data folder's cluster, which need not be there yet. */
export function prepareCluster(options: EmbeddedPostgresOptions): Cluster {
  if (process.platform === 'win32')
    throw new Error(
      'The built-in Postgres does not run on Windows yet: set DATABASE_URL to a server, or use WSL.',
    )
  const dataFolder = makeDataFolder(options.dataDir)
  const account = chooseAccount([join(dataFolder, 'cluster'), dataFolder])
  const folder = placeCluster(dataFolder, account, makeRuntimeFolder)
  const data = join(folder, 'cluster')
  assertOwnCluster(data)
  return { folder, data, account, binaries: findBinaries(account, makeRuntimeFolder), options }
}

async function createDatabase(admin: PostgresServer): Promise<void> {
  const client = new Client({ ...admin, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Restarts a server that died, at the same socket, and stops the current one at the end. */
function supervise(cluster: Cluster, first: RunningServer, release: () => void): EmbeddedPostgres {
  let running = first
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()
  const deaths: number[] = []

  const watch = () =>
    running.child?.once('exit', () => {
      if (stopping) return
      deaths.push(Date.now())
      if (deaths.filter((at) => at > Date.now() - 60_000).length > RESTARTS_PER_MINUTE) {
        cluster.options.log?.('Postgres keeps dying: giving up.')
        return
      }
      cluster.options.log?.('Postgres died: starting it again.')
      restarting = restart()
    })
  const restart = async () => {
    try {
      running = await startServer(cluster, first.admin.host)
      watch()
    } catch (error) {
      cluster.options.log?.(error instanceof Error ? error.message : String(error))
    }
  }
  watch()
  const stop = async () => {
    await restarting
    await stopPostmaster(running.pid)
    removeSocketFolder(running.admin.host)
    release()
  }
  return {
    admin: first.admin,
    adminUrl: formatPostgresUrl(first.admin),
    pid: () => running.pid,
    archive: { staging: stagingFolder(cluster.folder), data: cluster.data },
    stop: () => (stopping ??= stop()),
  }
}
