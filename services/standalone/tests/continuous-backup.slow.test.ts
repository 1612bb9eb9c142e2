import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, runProgram, temporaryFolder, waitFor } from '@balcao/testkit'
import { Client } from 'pg'

import {
  listArchives,
  listBases,
  readStatus,
  type ArchiveFolder,
} from '../src/continuous-backup/archive-folder'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* The loss of a disk, with the operator's commands: the data folder is deleted under a killed desk and its Postgres. */

const RECOVER = path.join(__dirname, '../../../scripts/recover.mjs')

let folder: string
let desk: SpawnedDesk | undefined

const inFolder = (...names: string[]) => path.join(folder, ...names)
const backups = () => inFolder('backups')

const start = async (dataDir: string, env: Record<string, string> = {}): Promise<SpawnedDesk> =>
  spawnDesk({
    dataDir: inFolder(dataDir),
    port: await freePort(),
    env: { LOG_LEVEL: 'error', BACKUP_HOUR: '3', ...env },
  })
const continuously = () => ({ BACKUP_DIR: backups(), BACKUP_CONTINUOUS: 'true' })

const readPostmaster = (dataDir: string): string[] =>
  readFileSync(inFolder(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')

async function query<R extends object>(dataDir: string, text: string): Promise<R[]> {
  const [, , , port, host] = readPostmaster(dataDir)
  const password = readFileSync(inFolder(dataDir, 'secrets/postgres-password'), 'utf8').trim()
  const client = new Client({ host, port: Number(port), user: 'balcao', database: 'balcao', password })
  await client.connect()
  try {
    await client.query("SET app.scope = 'platform'")
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

const archive = (): ArchiveFolder => {
  const [found] = listArchives(backups())
  if (!found) throw new Error('there is no archive')
  return found
}

/* What a minute would do: ends the segment, and waits until it is archived. */
async function untilArchived(dataDir: string): Promise<void> {
  const [row] = await query<{ name: string }>(dataDir, 'SELECT pg_walfile_name(pg_switch_wal()) AS name')
  await waitFor(async () => existsSync(path.join(archive().wal, `${row?.name}.gz`)))
}

async function loseDisk(dataDir: string): Promise<void> {
  const pid = Number(readPostmaster(dataDir)[0])
  await desk?.kill()
  desk = undefined
  process.kill(pid, 'SIGKILL')
  // Its children end when they see it.
  await waitFor(async () => {
    await rm(inFolder(dataDir), { recursive: true, force: true }).catch(() => undefined)
    return !existsSync(inFolder(dataDir))
  })
}

const recover = (dataDir: string, ...args: string[]) =>
  runProgram([process.execPath, RECOVER, backups(), ...args], {
    env: { DATA_DIR: inFolder(dataDir), DATABASE_URL: '' },
  })

async function call(method: string, route: string, body?: object): Promise<Record<string, unknown>> {
  const send = (verb: string, to: string, token: string, content?: object) =>
    fetch(`${desk?.url}${to}`, {
      method: verb,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(content && { body: JSON.stringify(content) }),
    })
  const login = await send('POST', '/auth/login', '', { email: 'admin@demo.local', password: 'balcao123' })
  const { token } = (await login.json()) as { token: string }
  const answer = await send(method, route, token, body)
  expect(answer.ok).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

const listTags = async (): Promise<string[]> =>
  ((await call('GET', '/tags?pageNumber=1'))['tags'] as { name: string }[]).map(({ name }) => name)
const addTag = (name: string) => call('POST', '/tags', { name, color: '#aa0000' })
const listFiles = (dataDir: string) =>
  readdirSync(inFolder(dataDir, 'media'), { recursive: true, encoding: 'utf8' })
    .filter((name) => !path.basename(name).startsWith('.'))
    .sort()

beforeAll(async () => {
  folder = await temporaryFolder('continuous')
})

afterAll(async () => {
  await desk?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('gives a desk back up to its last archived WAL, or to a moment, and again after that', async () => {
  desk = await start('first', continuously())
  await waitFor(async () => listBases(archive()).length === 1)
  await addTag('antes')
  const [moment] = await query<{ at: Date }>('first', 'SELECT clock_timestamp() AS at')
  await addTag('depois')
  // Due, and its try is an hour away: it may have left in what is lost.
  await query(
    'first',
    `UPDATE campaigns.schedules SET send_at = now() - interval '1 minute', due_at = now() + interval '1 hour'
     WHERE id = (SELECT min(id) FROM campaigns.schedules WHERE state = 'PENDENTE')`,
  )
  const files = listFiles('first')
  expect(files.length).toBeGreaterThan(0)
  await untilArchived('first')
  expect(readStatus(archive())).toMatchObject({ archivedAt: expect.any(String) as unknown })
  await loseDisk('first')

  const latest = await recover('second')
  expect(latest).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 schedules (failed)') as unknown,
  })
  expect(listFiles('second')).toEqual(expect.arrayContaining(files))
  desk = await start('second', continuously())
  expect(await listTags()).toEqual(expect.arrayContaining(['antes', 'depois']))
  expect(
    await query('second', "SELECT 1 FROM campaigns.schedules WHERE state = 'ERRO' AND failure <> ''"),
  ).toHaveLength(1)
  expect(await query('second', "SELECT 1 FROM campaigns.campaigns WHERE status = 'EM_ANDAMENTO'")).toEqual([])

  // Its timeline is another one: a base backup of its own follows.
  await waitFor(async () => listBases(archive()).length === 2)
  await addTag('mais tarde')
  await untilArchived('second')
  await loseDisk('second')
  expect(await recover('third')).toMatchObject({ code: 0 })
  desk = await start('third')
  expect(await listTags()).toEqual(expect.arrayContaining(['antes', 'depois', 'mais tarde']))
  await desk.stop()

  const then = await recover('fourth', '--to', moment?.at.toISOString() ?? '')
  expect(then.output).toContain('The last transaction')
  desk = await start('fourth')
  const tags = await listTags()
  expect(tags).toContain('antes')
  expect(tags).not.toContain('depois')

  // Nothing is written where data are.
  expect(await recover('fourth')).toMatchObject({
    code: 1,
    output: expect.stringContaining('is there already') as unknown,
  })
})

it.each([
  [['--to', '2026-11-28T14:03:00'], 'not a time with its zone'],
  [['--to', '2020-01-01T00:00:00Z'], 'the oldest moment to recover'],
])('says what is wrong with %j', async (args, reason) => {
  expect(await recover('fifth', ...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining(reason) as unknown,
  })
})
