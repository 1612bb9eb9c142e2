import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { waitFor } from '../wait-for'
import { engineScript, type EngineName } from './needs-engines'

const run = promisify(execFile)
const CACHE = process.env['ENGINES_CACHE'] ?? path.join(homedir(), '.cache/balcao-engines')
const GONE_WITHIN_MS = 20_000

/** An engine of this test alone, which may be killed or suspended. Redis keeps nothing, the others keep their data. */
export interface OwnEngine {
  name: EngineName
  port: number
  /** Its data, pid files and logs. */
  folder: string
  /** Environment variables with its address. */
  env: Record<string, string>
  /** Restarts it at the same address, on the same data. */
  start(): Promise<void>
  /** `kill -9` of all its processes. Resolves when they are gone. */
  kill(): Promise<void>
  /** Accepts connections and bytes, and answers nothing, until `resume`. */
  suspend(): Promise<void>
  resume(): void
  /** Redis only. */
  command(...words: string[]): Promise<void>
  /** Deletes its data too. */
  remove(): Promise<void>
}

const listChildren = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return children.filter(Boolean).map(Number)
  } catch {
    // It has ended meanwhile.
    return []
  }
}

/** The process and its descendants, itself first. */
const listTree = (pid: number): number[] => [pid, ...listChildren(pid).flatMap(listTree)]

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

const isGone = (pid: number): boolean => {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/* Below the ephemeral port range: no outgoing connection can take a port while its engine is down. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = 20_000 + 2 * Math.floor(Math.random() * 6_000)
    if (!(await listens(port)) && !(await listens(port + 1))) return port
  }
}

/** Started empty by the scripts of ENGINES_DIR. Check `needsEngines('own kafka')` first. */
export async function startOwnEngine(name: EngineName): Promise<OwnEngine> {
  const variable = name.toUpperCase()
  const port = await freePair()
  const folder = path.join(CACHE, name, `run-${port}`)
  const options = {
    [`${variable}_PORT`]: String(port),
    ...(name === 'mongo' ? { MONGO_PG_PORT: String(port + 1) } : {}),
    // Without a shared engine's address, which the environment may contain.
    ...(name === 's3' ? { S3_BUCKET: 'media' } : {}),
    [`${variable}_RUN`]: folder,
  }
  const call = (script: 'up' | 'down', more: Record<string, string> = {}) =>
    run(engineScript(name, script), { env: { ...process.env, ...options, ...more } })
  const up = async (more?: Record<string, string>) => {
    const lines = (await call('up', more)).stdout.trim().split('\n')
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  }
  const pids = async () => {
    const files = (await readdir(folder)).filter((file) => /^(.+\.)?pid$/.test(file))
    const roots = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
    if (roots.length === 0) throw new Error(`${name}/up wrote no pid file into ${folder}`)
    return roots.flatMap((root) => listTree(Number(root)))
  }
  const env = await up()
  let suspended: number[] = []
  return {
    name,
    port,
    folder,
    env,
    start: async () => void (await up({ [`${variable}_KEEP`]: '1' })),
    kill: async () => {
      const all = await pids()
      for (const pid of all) signal(pid, 'SIGKILL')
      await waitFor(() => all.every(isGone), GONE_WITHIN_MS)
    },
    suspend: async () => {
      suspended = await pids()
      for (const pid of suspended) signal(pid, 'SIGSTOP')
    },
    resume: () => {
      for (const pid of suspended.splice(0).reverse()) signal(pid, 'SIGCONT')
    },
    command: async (...words) => void (await run('redis-cli', ['-p', String(port), ...words])),
    remove: async () => {
      await call('down')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
