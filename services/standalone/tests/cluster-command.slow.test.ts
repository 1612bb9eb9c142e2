import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, temporaryFolder } from '@balcao/testkit'

import { spawnDesk } from './support/spawn-desk'

const CLUSTER = path.join(__dirname, '../../../scripts/cluster.mjs')

let dataDir: string
let port: number
beforeAll(async () => {
  dataDir = await temporaryFolder('cluster-command')
  port = await freePort()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/* Without engines but the built-in Postgres, whatever the environment has. */
const ENGINES = { DATABASE_URL: '', KAFKA_BROKERS: '', REDIS_URL: '', MONGO_URL: '', S3_BUCKET: '' }

const start = () => spawnDesk({ program: [CLUSTER], dataDir, port, env: ENGINES })

async function call(url: string, token?: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

it('the six processes of npm run cluster have the demo, at the second start, too', async () => {
  const found: number[] = []
  for (let starts = 0; starts < 2; starts += 1) {
    const desk = await start()
    const account = { email: 'admin@demo.local', password: 'balcao123' }
    const { token } = (await call(`${desk.url}/auth/login`, undefined, account)) as { token: string }
    const { count } = (await call(`${desk.url}/tickets?showAll=true&status=closed`, token)) as {
      count: number
    }
    found.push(count)
    expect(await desk.stop()).toBe(0)
  }
  expect(found[0]).toBeGreaterThan(100)
  expect(found[1]).toBe(found[0])
})
