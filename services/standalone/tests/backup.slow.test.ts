import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, runProgram, temporaryFolder } from '@balcao/testkit'

import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* Backup and restore with the operator's commands: the backup from a running desk, the restore into an empty one. */

const SCRIPTS = path.join(__dirname, '../../../scripts')

interface Manifest {
  tables: { schema: string; table: string; columns: string[]; rows: number; hash: string }[]
  sequences: { schema: string; name: string; lastValue: string }[]
  media: { objects: number; bytes: number }
}

let folder: string
let desk: SpawnedDesk | undefined

const inFolder = (name: string) => path.join(folder, name)

function script(name: string, dataDir: string, target: string, env: Record<string, string> = {}) {
  const own = { DATA_DIR: inFolder(dataDir), DATABASE_URL: '', MONGO_URL: '', S3_BUCKET: '' }
  return runProgram([process.execPath, path.join(SCRIPTS, name), target], { env: { ...own, ...env } })
}

/* Its id is its last column in the first desk. */
const WIDENED = 'file_lists'
const withoutWidened = ({ tables }: Manifest) => tables.filter(({ table }) => table !== WIDENED)
const findWidened = ({ tables }: Manifest) => tables.find(({ table }) => table === WIDENED)

const start = async (dataDir: string, env: Record<string, string> = {}): Promise<SpawnedDesk> =>
  spawnDesk({ dataDir: inFolder(dataDir), port: await freePort(), env: { LOG_LEVEL: 'error', ...env } })

async function ticketsSeenBy(email: string): Promise<number> {
  const call = (route: string, init: RequestInit) => fetch(`${desk?.url}${route}`, init)
  const login = await call('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'balcao123' }),
  })
  const { token } = (await login.json()) as { token: string }
  const page = await call('/tickets?showAll=true', { headers: { authorization: `Bearer ${token}` } })
  return ((await page.json()) as { count: number }).count
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(inFolder(folder), 'manifest.json'), 'utf8')) as Manifest

beforeAll(async () => {
  folder = await temporaryFolder('backup')
})

afterAll(async () => {
  await desk?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('gives back, into nothing, every row and file that was there', async () => {
  desk = await start('first')
  const seenBefore = await ticketsSeenBy('admin@demo.local')
  expect(await script('widen-ids.mjs', 'first', `campaigns.${WIDENED}`)).toMatchObject({ code: 0 })
  expect(await script('backup.mjs', 'first', inFolder('running'))).toMatchObject({ code: 0 })
  await desk.stop()
  expect(await script('backup.mjs', 'first', inFolder('stopped'))).toMatchObject({ code: 0 })

  expect(await script('restore.mjs', 'second', inFolder('stopped'))).toMatchObject({ code: 0 })
  expect(await script('backup.mjs', 'second', inFolder('again'))).toMatchObject({ code: 0 })
  const [before, after] = [await readManifest('stopped'), await readManifest('again')]
  expect(withoutWidened(after)).toEqual(withoutWidened(before))
  expect(findWidened(before)).toMatchObject({ columns: expect.arrayContaining(['id']) as unknown, rows: 1 })
  expect(findWidened(before)?.columns.at(-1)).toBe('id')
  expect(findWidened(after)).toMatchObject({ rows: 1 })
  expect(after.sequences).toEqual(before.sequences)
  expect(after.media).toEqual(before.media)
  expect(before.tables.find(({ table }) => table === 'messages')?.rows).toBeGreaterThan(0)
  expect(before.media.objects).toBeGreaterThan(0)

  desk = await start('second')
  expect(await ticketsSeenBy('admin@demo.local')).toBe(seenBefore)

  // A restore writes nothing where data exists.
  expect(await script('restore.mjs', 'second', inFolder('stopped'))).toMatchObject({ code: 1 })
  await desk.stop()
  desk = undefined
  expect((await script('restore.mjs', 'second', inFolder('stopped'))).output).toMatch(
    /is there already|not empty/,
  )
})

it('says what is wrong instead of leaving half a backup', async () => {
  const { code, output } = await script('backup.mjs', 'nothing', inFolder('empty'))
  expect(code).toBe(1)
  expect(output).toContain('no database below')
})

it('refuses what is too large for it, and leaves nothing that looks like a backup', async () => {
  const large = await script('backup.mjs', 'second', inFolder('large'), { BACKUP_MOST_GB: '0.001' })
  expect(large).toMatchObject({ code: 1, output: expect.stringContaining('base backups') as unknown })
  expect(existsSync(inFolder('large'))).toBe(false)
})
