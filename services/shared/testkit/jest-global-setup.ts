import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// By path, not by package name: jest applies its module map to tests only.
import { readPostmaster, isAlive, stopPostmaster } from '../platform/src/postgres/embedded/postmaster'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/src/postgres/embedded-cluster'

const PREFIX = 'balcao-test-'

/* Each test file makes and deletes a database of 300 files: in memory where it has room, as containers' 64 MB have not. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 3 * 2 ** 30
const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES
}

declare global {
  var balcaoTestPostgres: { server: EmbeddedPostgres; folder: string } | undefined
}

/** One Postgres for the whole run; its address is passed to the workers in the environment. */
export default async function startTestPostgres(): Promise<void> {
  await removeLeftovers()
  const folder = await mkdtemp(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    durable: false,
    settings: { max_connections: 500, shared_buffers: '128MB' },
  })
  globalThis.balcaoTestPostgres = { server, folder }
  process.env['BALCAO_TEST_POSTGRES'] = server.adminUrl
}

async function removeLeftovers(): Promise<void> {
  for (const parent of [MEMORY, tmpdir()]) if (existsSync(parent)) await removeLeftoversIn(parent)
}

/** Servers left by killed runs. */
async function removeLeftoversIn(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const folder = join(parent, name)
    const postmaster = readPostmaster(join(folder, 'cluster'))
    if (postmaster && isAlive(postmaster.pid) && postmaster.socketFolder.startsWith(folder))
      await stopPostmaster(postmaster.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}
