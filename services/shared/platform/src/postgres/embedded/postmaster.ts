import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import type { PostgresServer } from '../postgres-server'
import { readErrorCode } from './system-error'

/** The content of a running (or killed) server's `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  socketFolder: string
}

/** Undefined for a file that is absent, or removed while it is read. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(readErrorCode(error))) return undefined
    throw error
  }
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid')

/** Undefined without a file, and while its first line is not written yet. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const [pid, , , port, socketFolder] = readIfThere(pidFile(cluster))?.split('\n') ?? []
  if (!(Number(pid) > 0)) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return readErrorCode(error) === 'EPERM'
  }
}

/** A zombie, as in a container whose first process is ours. */
function isZombie(pid: number): boolean {
  return /\) [ZX] /.test(readIfThere(`/proc/${pid}/stat`) ?? '')
}

/** `refuses`: it asks for another password. `starting`: it may also be recovering. */
export type Answer = 'serves' | 'refuses' | 'starting' | 'absent'

/** Probes the server at the socket; a server of another cluster counts as absent. */
export async function probe(server: PostgresServer, cluster: string): Promise<Answer> {
  const client = new Client({ ...server, database: 'postgres', connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "SELECT current_setting('data_directory') AS folder",
    )
    return rows[0]?.folder === cluster ? 'serves' : 'absent'
  } catch (error) {
    return classifyProbeError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function classifyProbeError(error: unknown): Answer {
  const code = readErrorCode(error)
  // Starting up or shutting down.
  if (code === '57P03') return 'starting'
  // A wrong password or an unknown role; or the client has no password to send.
  return ['28P01', '28000'].includes(code) || code.includes('SASL') ? 'refuses' : 'absent'
}

/** Whether the process is a Postgres. Only known on systems with /proc. */
function isPostgres(pid: number): boolean {
  if (!existsSync('/proc/self/cmdline')) return true
  return readIfThere(`/proc/${pid}/cmdline`)?.includes('postgres') ?? false
}

/**
 * After a crash the process id in `postmaster.pid` may belong to another process, and Postgres would refuse
 * to start. We write an impossible id in its place and leave the rest of the file, so that Postgres still
 * checks for orphaned backends on its shared memory.
 */
export function replaceStalePid(cluster: string, postmaster: Postmaster): void {
  if (!isAlive(postmaster.pid) || isPostgres(postmaster.pid)) return
  const text = readIfThere(pidFile(cluster))
  if (text === undefined) return
  const [, ...rest] = text.split('\n')
  writeFileSync(pidFile(cluster), ['2147483646', ...rest].join('\n'))
}

/** Fast shutdown: open transactions roll back, a checkpoint is written. Immediate when that takes too long. */
export async function stopPostmaster(pid: number, patienceMs = 20_000): Promise<void> {
  if (await signalAndWait(pid, 'SIGINT', patienceMs)) return
  if (await signalAndWait(pid, 'SIGQUIT', 5_000)) return
  throw new Error(`Postgres (process ${pid}) does not stop.`)
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  if (isAlive(pid)) process.kill(pid, signal)
  const deadline = Date.now() + patienceMs
  while (isAlive(pid) && Date.now() < deadline) await delay(5)
  return !isAlive(pid)
}
