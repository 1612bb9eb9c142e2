import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { chooseAccount, type Account } from './embedded/account'
import { findBinaries, type Binaries } from './embedded/binaries'
import { claimFolder } from './embedded/claim'
import {
  assertOurs,
  giveTo,
  makeDataFolder,
  makeRuntimeHome,
  makeSocketFolder,
  placeCluster,
  removeSocketFolder,
} from './embedded/placement'
import { disownStalePid, isAlive, probe, readPostmaster, stopPostmaster } from './embedded/postmaster'
import { serverFlags } from './embedded/settings'
import { formatPostgresUrl, type PostgresServer } from './postgres-server'

const USER = 'balcao'
const DATABASE = 'balcao'
const START_PATIENCE_MS = 60_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024
/** A server that dies more often than this within a minute is not started again. */
const RESTARTS_PER_MINUTE = 5

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when absent. */
  dataDir: string
  log?: (message: string) => void
  /** More `name=value` settings, after ours. */
  settings?: Record<string, string | number>
  /** For tests only: data may be lost when the machine dies. */
  durable?: boolean
}

export interface EmbeddedPostgres {
  /** As the owner of everything: for migrations. Services log in with `serverOf(admin, schema)`. */
  admin: PostgresServer
  adminUrl: string
  pid(): number
  /** Fast shutdown; resolves when the server is gone. Idempotent. */
  stop(): Promise<void>
}

interface Cluster {
  folder: string
  data: string
  account: Account | undefined
  binaries: Binaries
  options: EmbeddedPostgresOptions
}

/**
 * A real Postgres on this machine, reachable over a private unix socket only. Takes over a server of ours that
 * an earlier, killed process left running, and starts a killed server again. Never listens on TCP.
 * @throws {Error} with one line for a person: missing binaries, unwritable folder, another account's data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = prepare(options)
  const release = claimFolder(cluster.folder)
  try {
    const running = await start(cluster)
    if (!running.child) options.log?.(`Using the Postgres that is already running (process ${running.pid}).`)
    await createDatabase(running.admin)
    return supervise(cluster, running, release)
  } catch (error) {
    release()
    throw error
  }
}

function prepare(options: EmbeddedPostgresOptions): Cluster {
  if (process.platform === 'win32')
    throw new Error(
      'The built-in Postgres does not run on Windows yet: set DATABASE_URL to a server, or use WSL.',
    )
  const dataFolder = makeDataFolder(options.dataDir)
  const account = chooseAccount([join(dataFolder, 'cluster'), dataFolder])
  const folder = placeCluster(dataFolder, account, makeRuntimeHome)
  const data = join(folder, 'cluster')
  assertOurs(data)
  return { folder, data, account, binaries: findBinaries(account, makeRuntimeHome), options }
}

interface RunningServer {
  admin: PostgresServer
  pid: number
  child?: ChildProcess
}

const adminOf = (socketFolder: string): PostgresServer => ({
  host: socketFolder,
  port: 5432,
  user: USER,
  database: DATABASE,
})

async function adopt(cluster: Cluster, socketFolder?: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + START_PATIENCE_MS
  for (;;) {
    const postmaster = readPostmaster(cluster.data)
    if (!postmaster) return undefined
    const admin = adminOf(postmaster.socketFolder)
    const serves =
      isAlive(postmaster.pid) && postmaster.socketFolder ? await probe(admin, cluster.data) : false
    if (serves) return { admin, pid: postmaster.pid }
    if (serves === false || Date.now() > deadline) {
      disownStalePid(cluster.data, postmaster)
      if (!socketFolder) removeSocketFolder(postmaster.socketFolder)
      return undefined
    }
    await delay(20)
  }
}

/** Waits out the last backends of a killed server, and a faster start of the same cluster. */
async function start(cluster: Cluster, socketFolder?: string): Promise<RunningServer> {
  const deadline = Date.now() + START_PATIENCE_MS
  for (;;) {
    try {
      return (
        (await adopt(cluster, socketFolder)) ??
        (await launch(cluster, socketFolder ?? makeSocketFolder(cluster.folder, cluster.account)))
      )
    } catch (error) {
      const isBusy = error instanceof Error && /lock file|shared memory/.test(error.message)
      if (!isBusy || Date.now() > deadline) throw error
      await delay(100)
    }
  }
}

async function launch(cluster: Cluster, socketFolder: string): Promise<RunningServer> {
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) initialize(cluster)
  const logFile = join(cluster.folder, 'postgres.log')
  const log = openLog(logFile, cluster.account)
  // Its own session: Ctrl-C in the terminal must reach us first, or requests in flight would lose their database.
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.data, '-k', socketFolder, ...serverFlags(cluster.options)],
    {
      ...cluster.account,
      cwd: cluster.folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  const failure = new Promise<never>((_resolve, reject) => child.once('error', reject))
  const admin = adminOf(socketFolder)
  await Promise.race([failure, untilReady(cluster, child, admin, logFile)])
  child.unref()
  return { admin, pid: child.pid ?? 0, child }
}

async function untilReady(
  cluster: Cluster,
  child: ChildProcess,
  admin: PostgresServer,
  logFile: string,
): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (!(readPostmaster(cluster.data)?.pid === child.pid && (await probe(admin, cluster.data)))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const lines = readFileSync(logFile, 'utf8').trim().split('\n')
      throw new Error(
        `Postgres did not start: ${lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'no reason given'} (${logFile})`,
      )
    }
    await delay(10)
  }
}

/** Into a folder beside, then renamed: a start that was killed in the middle leaves no half cluster. */
function initialize(cluster: Cluster): void {
  const { folder, account, options } = cluster
  options.log?.('Creating the database (first start).')
  const half = join(folder, `cluster.${process.pid}`)
  removeHalves(folder)
  mkdirSync(half, { mode: 0o700 })
  giveTo(account, half)
  const flags = [
    '-U',
    USER,
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
    // Another start was faster: its cluster is the one.
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(cluster.data, 'PG_VERSION'))) throw error
  }
}

/** What first starts left that were killed; not that of one which is at it right now. */
function removeHalves(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^cluster\.(\d+)$/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function openLog(file: string, account: Account | undefined): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
    renameSync(file, `${file}.old`)
  const log = openSync(file, 'a', 0o600)
  giveTo(account, file)
  return log
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

/** Starts a server that died under us again, at the same socket, and stops whichever runs at the end. */
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
      running = await start(cluster, first.admin.host)
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
    stop: () => (stopping ??= stop()),
  }
}
