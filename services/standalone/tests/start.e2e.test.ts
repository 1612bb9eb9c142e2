import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, temporaryFolder } from '@balcao/testkit'

import { readBuiltInPostgres } from './support/built-in-postgres'
import { until } from './support/company'

/* `npm start` in a terminal, whose Ctrl-C reaches the whole process group. */

const ROOT = path.join(__dirname, '../../..')

interface Started {
  output: () => string
  ready: Promise<void>
  gone: Promise<number | null>
  ctrlC: () => void
}

function npmStart(dataDir: string, port: number): Started {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO: 'minimal', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const heard: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      heard.forEach((hear) => hear())
    })
  }
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    heard.push(() => /Balcão is ready[\s\S]*password for all/.test(output) && resolve())
    void gone.then((code) => reject(new Error(`exited with ${code}:\n${output}`)))
  })
  ready.catch(() => undefined)
  return { output: () => output, ready, gone, ctrlC: () => process.kill(-child.pid!, 'SIGINT') }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

let dataDir: string
let port: number

beforeAll(async () => {
  dataDir = await temporaryFolder('start')
  port = await freePort()
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('starts, tells where and who, and leaves nothing running after Ctrl-C', async () => {
  const first = npmStart(dataDir, port)
  await first.ready
  expect(first.output()).toContain(`Balcão is ready: http://127.0.0.1:${port}`)
  expect(first.output()).toContain('ana@demo.local')
  const pid = readBuiltInPostgres(dataDir).pid
  expect(isAlive(pid)).toBe(true)
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<div id="root"')
  const tunnel = { accept: 'text/html', 'x-forwarded-for': '203.0.113.7' }
  const refused = await fetch(`http://127.0.0.1:${port}/login`, { headers: tunnel })
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('end-demo.mjs')])
  first.ctrlC()
  await first.gone
  // npm ends first; the desk finishes the work in flight.
  await until(async () => !isAlive(pid) || undefined, 'Postgres to be gone')
})

it('ends where it fails at its last step, and leaves nothing running', async () => {
  const failing = await temporaryFolder('start-failing')
  // A file is written there.
  await mkdir(path.join(failing, 'run', 'addresses.json'), { recursive: true })
  const started = npmStart(failing, port)
  expect(await started.gone).not.toBe(0)
  expect(started.output()).toContain('Balcão could not start')
  expect(() => readBuiltInPostgres(failing)).toThrow('postmaster.pid')
  await rm(failing, { recursive: true, force: true })
})

it('says in one line that the port is taken, and stops no other process', async () => {
  const first = npmStart(dataDir, port)
  await first.ready
  const second = npmStart(await temporaryFolder('start-second'), port)
  expect(await second.gone).not.toBe(0)
  expect(second.output()).toMatch(/port \d+ .* in use/)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  first.ctrlC()
  await first.gone
})
