import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, runProgram, temporaryFolder } from '@balcao/testkit'

import { spawnDesk } from './support/spawn-desk'

/* Turns a loopback demo into an installation: start refused, one command, started. */

const ROOT = path.join(__dirname, '../../..')
const FIRST_ADMIN = {
  FIRST_ADMIN_EMAIL: 'dona@loja.test',
  FIRST_ADMIN_PASSWORD: 'a password of twelve',
  FIRST_ADMIN_COMPANY: 'Minha Loja',
}

let dataDir: string
let port: number
beforeAll(async () => {
  dataDir = await temporaryFolder('end-demo')
  port = await freePort()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const start = (env: Record<string, string> = {}) =>
  spawnDesk({ dataDir, port, env: { DEMO: 'minimal', ...env } })

async function login(url: string, email: string, password: string): Promise<number> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

const runEndDemo = (env: Record<string, string>) =>
  runProgram([process.execPath, 'scripts/end-demo.mjs'], { cwd: ROOT, env: { DATA_DIR: dataDir, ...env } })

it('a demo becomes an installation with one command, and begins as nothing else before', async () => {
  const demo = await start()
  expect(await login(demo.url, 'super@demo.local', 'balcao123')).toBe(200)
  expect(await runEndDemo(FIRST_ADMIN)).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop it first'),
  })
  await demo.stop()

  const reachable: Record<string, string>[] = [
    { HTTPS: 'true' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    FIRST_ADMIN,
  ]
  for (const env of reachable) await expect(start(env)).rejects.toThrow('node scripts/end-demo.mjs')

  expect(await runEndDemo({})).toMatchObject({
    code: 1,
    output: expect.stringContaining('FIRST_ADMIN_EMAIL'),
  })
  expect(await runEndDemo(FIRST_ADMIN)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Your super user is dona@loja.test'),
  })

  await expect(start({ ...FIRST_ADMIN, FIRST_ADMIN_EMAIL: 'other@loja.test' })).rejects.toThrow(
    'other@loja.test) is no super user',
  )
  const desk = await start({ ...FIRST_ADMIN, HTTPS: 'true' })
  expect(await login(desk.url, 'super@demo.local', 'balcao123')).toBe(401)
  expect(await login(desk.url, FIRST_ADMIN.FIRST_ADMIN_EMAIL, FIRST_ADMIN.FIRST_ADMIN_PASSWORD)).toBe(200)
  await desk.stop()

  // Back on loopback the demo is not created or offered again.
  const again = await start()
  expect(again.output()).not.toContain('demo.local')
  expect(await login(again.url, 'super@demo.local', 'balcao123')).toBe(401)
  await again.stop()
}, 480_000)
