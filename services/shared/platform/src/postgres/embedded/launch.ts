import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { PostgresServer } from '../postgres-server'
import { hasAccessRule, setAccessRule } from './access'
import type { Account } from './account'
import { archivesAlike, prepareStaging } from './archive'
import { adminServer, type Cluster, type RunningServer } from './cluster'
import { initialize } from './initialize'
import { changeOwner, makeSocketFolder, removeSocketFolder } from './placement'
import { replaceStalePid, isAlive, probe, readPostmaster, stopPostmaster } from './postmaster'
import { serverFlags } from './settings'

const START_PATIENCE_MS = 60_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024

/** The cluster's running server, or a new one. Waits for remaining backends of a killed server, and for a concurrent start. */
export async function startServer(cluster: Cluster, socketFolder?: string): Promise<RunningServer> {
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

/** A server of ours that an earlier process left running. */
async function adopt(cluster: Cluster, socketFolder?: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + START_PATIENCE_MS
  for (;;) {
    const postmaster = readPostmaster(cluster.data)
    if (!postmaster) return undefined
    const admin = adminServer(postmaster.socketFolder, cluster.options)
    const answer =
      isAlive(postmaster.pid) && postmaster.socketFolder ? await probe(admin, cluster.data) : 'absent'
    if (answer === 'serves' && hasAccessRule(cluster) && archivesAlike(cluster))
      return { admin, pid: postmaster.pid }
    // It trusts every connection, the password was lost, or it archives otherwise: stops it; the next start has rule and settings.
    if (answer === 'serves' || answer === 'refuses') await stopPostmaster(postmaster.pid)
    if (answer !== 'starting' || Date.now() > deadline) {
      replaceStalePid(cluster.data, postmaster)
      if (!socketFolder) removeSocketFolder(postmaster.socketFolder)
      return undefined
    }
    await delay(20)
  }
}

async function launch(cluster: Cluster, socketFolder: string): Promise<RunningServer> {
  prepareStaging(cluster, cluster.account)
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) initialize(cluster)
  if (!hasAccessRule(cluster)) setAccessRule(cluster)
  const logFile = join(cluster.folder, 'postgres.log')
  const log = openLog(logFile, cluster.account)
  // Before it may write: a reason that is missed here is not seen as one to try again for.
  const ownLog = { file: logFile, from: fstatSync(log).size }
  // A process group of its own: Ctrl-C in the terminal must reach us first, or requests in flight would lose their database.
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.data, '-k', socketFolder, ...serverFlags(cluster)],
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
  const admin = adminServer(socketFolder, cluster.options)
  try {
    await Promise.race([failure, untilReady(cluster, child, admin, ownLog)])
  } catch (error) {
    // A failed server would outlive this start, and keep the process from ending.
    if (child.pid !== undefined) await stopPostmaster(child.pid)
    throw error
  }
  child.unref()
  return { admin, pid: child.pid ?? 0, child }
}

/** What this start writes begins there: a line of an earlier start is no reason. */
interface OwnLog {
  file: string
  from: number
}

function findReason({ file, from }: OwnLog): string | undefined {
  const lines = readFileSync(file).subarray(from).toString().trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.findLast((line) => line !== '')
}

/* Where it wrote nothing. */
function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  if (signalCode !== null) return `ended by ${signalCode}`
  return exitCode === null ? 'no answer in time' : `ended with exit code ${exitCode}`
}

async function untilReady(
  cluster: Cluster,
  child: ChildProcess,
  admin: PostgresServer,
  log: OwnLog,
): Promise<void> {
  const deadline = Date.now() + (cluster.options.startPatienceMs ?? START_PATIENCE_MS)
  const answer = async () =>
    readPostmaster(cluster.data)?.pid === child.pid ? probe(admin, cluster.data) : 'absent'
  for (let seen = await answer(); seen !== 'serves'; seen = await answer()) {
    if (seen === 'refuses')
      throw new Error(
        `Postgres refuses its owner's password: it was changed. Delete ${join(cluster.data, 'balcao-access')} and start again.`,
      )
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      throw new Error(`Postgres did not start: ${findReason(log) ?? describeEnd(child)} (${log.file})`)
    }
    await delay(10)
  }
}

function openLog(file: string, account: Account | undefined): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
    renameSync(file, `${file}.old`)
  const log = openSync(file, 'a', 0o600)
  changeOwner(account, file)
  return log
}
