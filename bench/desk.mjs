// The built desk as an operator starts it, its database as the owner, and CPU and memory of its processes (Linux: /proc).
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'

import { at } from '../scripts/support/project.mjs'

const READY = /ready: (http:\/\/\S+)/
const TICKS_PER_MS = 0.1 // USER_HZ is 100 on every Linux

/** Starts a program; resolves with its address when it reports ready. `stop` waits for its end. */
export async function startProgram(args, env) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise((resolve, reject) => {
    const look = (chunk) => {
      output += chunk
      const [, found] = READY.exec(output) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`the desk ended with ${code}:\n${output}`)))
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return { url, pid: child.pid, stop }
}

export async function startDesk(
  dataDir,
  { demo = 'minimal', nodeOptions = [], main = at('services/standalone/dist/main.js') } = {},
) {
  const startedAt = performance.now()
  const program = [...nodeOptions, main]
  const desk = await startProgram(program, { DATA_DIR: dataDir, PORT: '0', DEMO: demo })
  const readyMs = performance.now() - startedAt
  return { ...desk, readyMs, dataDir, pids: [desk.pid], postmaster: Number(findPostmaster(dataDir)[0]) }
}

function findPostmaster(dataDir) {
  const pointer = path.join(dataDir, 'postgres/moved-to')
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres')
  return readFileSync(path.join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')
}

/** The server with the owner's login. */
export function readOwner({ dataDir }) {
  const [, , , port, host] = findPostmaster(dataDir)
  const password = readFileSync(path.join(dataDir, 'secrets/postgres-password'), 'utf8')
  return { host, port: Number(port), user: 'balcao', password, database: 'balcao' }
}

/** A connection as the owner, without row-level security. */
export async function connectAsOwner(desk) {
  const client = new pg.Client(readOwner(desk))
  await client.connect()
  return client
}

/* Calls the desk at this address; resolves with what it answers. Throws for any other answer than 2xx. */
const callAs =
  (url, token) =>
  async (target, body, method = body ? 'POST' : 'GET') => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}${target}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

export async function logIn({ url }, email, password = 'balcao123') {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not log in: ${response.status}`)
  const { token, user } = await response.json()
  return { token, user, call: callAs(url, token) }
}

/* Fields after the command's name, which may contain blanks; [1] is the parent, [11] to [14] are ticks. */
const readStat = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')

function unlessGone(read) {
  try {
    return read()
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0
    throw error
  }
}

/** Process ids, as text. */
export const listChildren = (parent) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && unlessGone(() => findParent(name)) === parent)

export const findParent = (pid) => Number(readStat(pid)[1])

/** Milliseconds of CPU since the start: the node processes, and Postgres with all its backends, those that ended included. */
export function readCpuMs({ pids, postmaster }) {
  const sumMs = (id, from, to) =>
    unlessGone(
      () =>
        readStat(id)
          .slice(from, to)
          .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_MS,
    )
  const own = (ids) => ids.reduce((sum, id) => sum + sumMs(id, 11, 13), 0)
  return { node: own(pids), postgres: own(listChildren(postmaster)) + sumMs(postmaster, 11, 15) }
}

/** CPU milliseconds of one process; in nanoseconds' steps where the kernel has them. */
export const readBackendCpuMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const kilobytes = (text, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024

/** Megabytes of a process's resident set at its highest, since `resetPeak` or its start. */
export const readPeak = (pid) =>
  unlessGone(() => kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM'))
export const resetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Megabytes: node's resident set, and what Postgres' processes use together, each shared page once. */
export function readMemory({ pid, postmaster }) {
  const processes = [postmaster, ...listChildren(postmaster)]
  const pss = processes.map((id) =>
    unlessGone(() => kilobytes(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'), 'Pss')),
  )
  return {
    node: kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS'),
    postgres: pss.reduce((sum, mb) => sum + mb, 0),
    processes: processes.length,
  }
}
