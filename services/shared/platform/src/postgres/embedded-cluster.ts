import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { chooseAccount, type Account } from './embedded/account'
import { findBinaries, type Binaries } from './embedded/binaries'
import { assertOurs, giveTo, makeDataFolder, makeRuntimeHome, makeSocketFolder, placeCluster, removeSocketFolder } from './embedded/placement'
import { disownStalePid, isAlive, probe, readPostmaster, stopPostmaster } from './embedded/postmaster'
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
  const running = await start(cluster)
  if (!running.child) options.log?.(`Using the Postgres that is already running (process ${running.pid}).`)
  await createDatabase(running.admin)
  return supervise(cluster, running)
}

function prepare(options: EmbeddedPostgresOptions): Cluster {
  if (process.platform === 'win32') throw new Error('The built-in Postgres does not run on Windows yet: set DATABASE_URL to a server, or use WSL.')
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

const adminOf = (socketFolder: string): PostgresServer => ({ host: socketFolder, port: 5432, user: USER, database: DATABASE })

async function adopt(cluster: Cluster, socketFolder?: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + START_PATIENCE_MS
  for (;;) {
    const postmaster = readPostmaster(cluster.data)
    if (!postmaster) return undefined
    const admin = adminOf(postmaster.socketFolder)
    const serves = isAlive(postmaster.pid) && postmaster.socketFolder ? await probe(admin, cluster.data) : false
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
      return (await adopt(cluster, socketFolder)) ?? (await launch(cluster, socketFolder ?? makeSocketFolder(cluster.folder, cluster.account)))
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
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.data, '-k', socketFolder, ...settings(cluster.options)], {
    ...cluster.account,
    cwd: cluster.folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const failure = new Promise<never>((_resolve, reject) => child.once('error', reject))
  const admin = adminOf(socketFolder)
  await Promise.race([failure, untilReady(cluster, child, admin, logFile)])
  child.unref()
  return { admin, pid: child.pid ?? 0, child }
}

async function untilReady(cluster: Cluster, child: ChildProcess, admin: PostgresServer, logFile: string): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (!(existsSync(join(admin.host, '.s.PGSQL.5432')) && (await probe(admin, cluster.data)))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      const lines = readFileSync(logFile, 'utf8').trim().split('\n')
      throw new Error(`Postgres did not start: ${lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'no reason given'} (${logFile})`)
    }
    await delay(10)
  }
}

/** Into a folder beside, then renamed: a start that was killed in the middle leaves no half cluster. */
function initialize(cluster: Cluster): void {
  const { folder, account, options } = cluster
  options.log?.('Creating the database (first start).')
  const half = join(folder, `cluster.${process.pid}`)
  for (const name of readdirSync(folder)) if (/^cluster\.\d+$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  giveTo(account, half)
  const flags = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions']
  if (options.durable === false) flags.push('--no-sync')
  const result = spawnSync(cluster.binaries.initdb, ['-D', half, ...flags], { ...account, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' })
  if (result.status !== 0) {
    throw new Error(`Postgres could not create its data in ${folder}: ${result.error?.message ?? result.stderr.trim().split('\n').at(-1)}`)
  }
  renameSync(half, cluster.data)
}

function openLog(file: string, account: Account | undefined): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.old`)
  const log = openSync(file, 'a', 0o600)
  giveTo(account, file)
  return log
}

/** For a small machine: about 60 connections and 40 MB at idle. Statements never reach the log: they carry messages. */
function settings(options: EmbeddedPostgresOptions): string[] {
  const durability: Record<string, string> = options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : { fsync: 'on', synchronous_commit: 'on' }
  const all: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: 80,
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    max_worker_processes: 4,
    autovacuum_max_workers: 2,
    autovacuum_naptime: '15s',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    log_checkpoints: 'off',
    min_wal_size: '32MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '10min',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m ',
    timezone: 'UTC',
    ...durability,
    ...options.settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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
function supervise(cluster: Cluster, first: RunningServer): EmbeddedPostgres {
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
  }
  return {
    admin: first.admin,
    adminUrl: formatPostgresUrl(first.admin),
    pid: () => running.pid,
    stop: () => (stopping ??= stop()),
  }
}
