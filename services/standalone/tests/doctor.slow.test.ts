import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, temporaryFolder } from '@balcao/testkit'

import { deskSql } from './support/desk-database'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* `npm run doctor` beside a running desk, as its operator would. */

const ROOT = path.join(__dirname, '../../..')

interface Finding {
  name: string
  status: string
  message: string
}

let dataDir: string
let port: number
let desk: SpawnedDesk

beforeAll(async () => {
  dataDir = await temporaryFolder('doctor')
  port = await freePort()
  desk = await spawnDesk({ dataDir, port, env: { DEMO: 'minimal', LOG_LEVEL: 'error' } })
})
afterAll(async () => {
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/* The clock is not asked of the internet: nobody listens there. */
const doctor = (env: Record<string, string> = {}, ...args: string[]) =>
  run('scripts/doctor.mjs', env, ...args)

function run(
  program: string,
  env: Record<string, string> = {},
  ...args: string[]
): Promise<{ code: number | null; output: string; stdout: string }> {
  const own = {
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: '',
    WHATSAPP_WEB_CLIENT_URL: 'http://127.0.0.1:9',
  }
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, stdout })))
}

async function find(name: string, env?: Record<string, string>): Promise<Finding | undefined> {
  const { stdout } = await doctor(env, '--json')
  return (JSON.parse(stdout) as Finding[]).find((finding) => finding.name === name)
}

it('finds nothing wrong with a demo that runs', async () => {
  const { code, output } = await doctor()
  expect(output).toMatch(/0 problems/)
  expect(output).toMatch(/✓ release\s+the data are of this release/)
  expect(output).toMatch(/✓ desk\s+ready on/)
  expect(code).toBe(0)
})

it('says what is wrong with the database', async () => {
  const sql = deskSql(dataDir)
  await sql("INSERT INTO auth.migrations (name) VALUES ('20990101T000000-of-tomorrow')")
  expect(await find('release')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('auth: 20990101T000000-of-tomorrow') as unknown,
  })
  await sql("DELETE FROM auth.migrations WHERE name LIKE '2099%'")

  await sql(
    "SET app.scope = 'platform'; UPDATE messaging_gateway.connections SET provider = 'beta', last_end = 'outdated', wanted = true",
  )
  expect(await find('phone version')).toMatchObject({ status: 'problem' })
  await sql(
    "SET app.scope = 'platform'; UPDATE messaging_gateway.connections SET provider = 'simulated', last_end = ''",
  )

  expect(await find('demo accounts', { HTTPS: 'true' })).toMatchObject({ status: 'problem' })
  expect(await find('database', { DATABASE_URL: 'postgresql://x:y@127.0.0.1:9/z' })).toMatchObject({
    status: 'problem',
    message: 'Postgres cannot be reached: ECONNREFUSED',
  })
})

it('says that the desk does not run, and what settings it would refuse, and prints no secret', async () => {
  const away = { PORT: String(await freePort()) }
  expect(await doctor(away)).toMatchObject({
    code: 1,
    output: expect.stringContaining('the desk does not run') as unknown,
  })
  const secret = 'a-password-of-the-mail-server'
  const faulty = await doctor({
    MAX_UPLOAD_MB: 'many',
    SMTP_URL: `smtps://x:${secret}@127.0.0.1:9`,
    FIRST_ADMIN_PASSWORD: secret,
  })
  expect(faulty.code).toBe(1)
  expect(faulty.output).toContain('MAX_UPLOAD_MB must be a whole number')
  expect(faulty.output).not.toContain(secret)
})

it('reads the backups of the night, and one gives everything back', async () => {
  const env = { BACKUP_DIR: path.join(dataDir, 'backups'), HTTPS: 'true', TRUSTED_PROXIES: '127.0.0.1' }
  expect(await find('backup', env)).toMatchObject({ status: 'warning' })
  const made = await run('scripts/backup-nightly.mjs', { ...env, AUTH_SEAL_KEY: 'seal'.repeat(8) })
  expect(made).toMatchObject({ code: 0 })
  expect(await find('backup', env)).toMatchObject({ status: 'ok' })

  const [name = ''] = readdirSync(env.BACKUP_DIR)
  const backup = path.join(env.BACKUP_DIR, name)
  // With its secrets: those of the data folder, and those of the environment.
  expect(readdirSync(path.join(backup, 'secrets'))).toContain('postgres-password')
  expect(readFileSync(path.join(backup, 'secrets.env'), 'utf8')).toBe(`AUTH_SEAL_KEY=${'seal'.repeat(8)}\n`)
  const restored = path.join(dataDir, 'restored')
  expect(await run('scripts/restore.mjs', { DATA_DIR: restored }, backup)).toMatchObject({ code: 0 })

  // A night that fails is told, and leaves the good one.
  expect(await run('scripts/backup-nightly.mjs', { ...env, BACKUP_MOST_GB: '0.001' })).toMatchObject({
    code: 1,
  })
  expect(await find('backup', env)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('base backups') as unknown,
  })
  expect(readdirSync(env.BACKUP_DIR).sort()).toEqual([name, 'last-failure.json'])
})
