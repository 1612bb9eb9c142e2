import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { formatPostgresUrl } from '@balcao/platform'
import {
  localCluster,
  temporaryFolder,
  testDatabase,
  waitFor,
  type LocalCluster,
  type TestDatabase,
} from '@balcao/testkit'

/* One process of a service under an orchestrator: before its migration, with secrets in files, and at SIGTERM. */

const AUTH = path.join(__dirname, '../../auth/dist/main.js')
const DRAIN_WAIT_MS = 1_500

let pg: TestDatabase
let cluster: LocalCluster
let folder: string

beforeAll(async () => {
  pg = await testDatabase([])
  folder = await temporaryFolder('pods')
  const secret = path.join(folder, 'media-link-secret')
  await writeFile(secret, `${'s'.repeat(40)}\n`)
  cluster = await localCluster({
    databaseUrl: formatPostgresUrl(pg.admin),
    dataDir: folder,
    env: {
      LOG_LEVEL: 'info',
      DRAIN_WAIT_MS: String(DRAIN_WAIT_MS),
      MEDIA_LINK_SECRET: '',
      MEDIA_LINK_SECRET_FILE: secret,
      KAFKA_BROKERS: '',
      REDIS_URL: '',
      MONGO_URL: '',
      S3_BUCKET: '',
    },
  })
})

afterAll(() => cluster.stop())

const run = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      process.execPath,
      args,
      { env: { PATH: process.env.PATH ?? '', ...env } },
      (error, out, errors) => resolve({ code: Number(error?.code ?? 0), text: `${out}${errors}` }),
    )
  })

describe('a service in a process of its own', () => {
  it('tells every fault of its configuration at once', async () => {
    const { code, text } = await run([AUTH], { PORT: 'x' })
    expect(code).toBe(1)
    for (const fault of [
      'PORT must be a whole number',
      'MEDIA_LINK_SECRET is required',
      'AUTH_SEAL_KEY is required',
    ])
      expect(text).toContain(fault)
    expect((await run([AUTH, 'migrate'], {})).text).toContain('DATABASE_URL is required')
  })

  // Roles belong to the server: earlier tests may have made them.
  const createRole = () =>
    pg.sql('DO $$ BEGIN CREATE ROLE balcao_auth LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$')

  it('says what is missing where not even its role is there', async () => {
    await createRole()
    await pg.sql('ALTER ROLE balcao_auth RENAME TO balcao_auth_elsewhere')
    try {
      await expect(cluster.pod('auth').start()).rejects.toThrow(/could not start: .*run the migration job/)
    } finally {
      await pg.sql('ALTER ROLE balcao_auth_elsewhere RENAME TO balcao_auth')
    }
  })

  it('does not start before its migration has run', async () => {
    // Its role exists, its tables do not.
    await createRole()
    await expect(cluster.pod('auth').start()).rejects.toThrow(
      /Migration \S+ of auth is pending: run the migration job/,
    )
  })

  it('is migrated by several jobs at once, needing none of its secrets', async () => {
    const env = { DATABASE_URL: formatPostgresUrl(pg.admin) }
    const jobs = await Promise.all([1, 2, 3].map(() => run([AUTH, 'migrate'], env)))
    expect(jobs.map(({ code }) => code)).toEqual([0, 0, 0])
    await cluster.pod('auth').start()
  })

  it('says that it leaves before it stops to answer', async () => {
    const auth = cluster.pod('auth')
    const readiness = async () => (await fetch(`${auth.opsUrl}/readyz`)).status
    expect(await readiness()).toBe(200)
    const ending = auth.stop()
    await waitFor(async () => (await readiness()) === 503)
    expect((await fetch(`${auth.url}/version`)).status).toBe(200)
    expect((await fetch(`${auth.opsUrl}/healthz`)).status).toBe(200)
    expect(await ending).toBe(0)
  })
})
