import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { AppError, type BlobInfo, type BlobStore } from '@balcao/kernel'

import { isBlobKey } from './blob-key'
import { createSizeLimiter } from './size-limiter'

const readErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Undefined for an invalid key. */
function resolvePath(folder: string, key: string): string | undefined {
  return isBlobKey(key) ? join(folder, key) : undefined
}

/** Folder of unfinished writes; old files in it are leftovers. */
export const temporaryFolder = (folder: string): string => join(folder, '.incoming')

export interface FolderOptions {
  /** Bytes that a write leaves free on the folder's volume; 0 by default. */
  reserveBytes?: number
}

/* The size of a stream is not known before its end: it is looked at again after each of these. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

/**
 * Media in a folder. A write goes to a temporary file, is synced, then renamed, so a key holds the whole
 * object or nothing; the folder's entry is synced too. Files have mode 0600. A write that would take the reserve of the volume
 * is refused with ERR_MEDIA_STORE_FULL and leaves nothing behind.
 */
export function createFolderBlobStore(folder: string, { reserveBytes = 0 }: FolderOptions = {}): BlobStore {
  const temporary = temporaryFolder(folder)

  return {
    async put(key, content, limits = {}) {
      const path = resolvePath(folder, key)
      if (!path) throw new TypeError(`Not a blob key: ${key}`)
      const half = join(
        temporary,
        `${createHash('sha256').update(key).digest('hex').slice(0, 16)}-${randomBytes(8).toString('hex')}`,
      )
      await mkdir(temporary, { recursive: true, mode: 0o700 })
      try {
        const sizeBytes = await write(half, content, { maxBytes: limits.maxBytes, reserveBytes })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(half, path)
        await syncFolder(dirname(path))
        return { sizeBytes }
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const path = resolvePath(folder, key)
      if (!path || !(await readInfo(path))) return undefined
      return createReadStream(path, range)
    },
    async info(key) {
      const path = resolvePath(folder, key)
      return path ? readInfo(path) : undefined
    },
    async delete(key) {
      const path = resolvePath(folder, key)
      if (path) await rm(path, { force: true })
    },
    async *list(below) {
      const path = resolvePath(folder, below)
      if (path) yield* listFiles(path, below)
    },
    async deleteFolder(below) {
      const path = resolvePath(folder, below)
      if (path) await rm(path, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function* listFiles(path: string, key: string): AsyncIterable<string> {
  for await (const entry of await openFolder(path)) {
    const below = `${key}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(join(path, entry.name), below)
    else if (isBlobKey(below)) yield below
  }
}

/* Nothing to list in a folder that is not there. */
async function openFolder(path: string): Promise<AsyncIterable<Dirent>> {
  try {
    return await opendir(path)
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return Readable.from([])
    throw error
  }
}

async function write(
  path: string,
  content: Readable | Buffer,
  { maxBytes, reserveBytes }: { maxBytes: number | undefined; reserveBytes: number },
): Promise<number> {
  const gauge = createSizeLimiter(maxBytes)
  const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(source, gauge.stream, (chunks) => keepReserve(chunks, dirname(path), reserveBytes), target)
  return gauge.sizeBytes
}

async function* keepReserve(
  chunks: AsyncIterable<Buffer>,
  folder: string,
  reserveBytes: number,
): AsyncGenerator<Buffer> {
  let leftToCheck = 0
  for await (const chunk of chunks) {
    if (leftToCheck <= 0) await assertReserve(folder, chunk.length + reserveBytes)
    if (leftToCheck <= 0) leftToCheck = CHECK_EVERY_BYTES
    leftToCheck -= chunk.length
    yield chunk
  }
}

async function assertReserve(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes) return
  throw new AppError('ERR_MEDIA_STORE_FULL', {
    detail: 'the volume of media has less than its reserve left (UPLOAD_RESERVE_MB)',
  })
}

async function readInfo(path: string): Promise<BlobInfo | undefined> {
  try {
    const stats = await stat(path)
    return stats.isFile() ? { sizeBytes: stats.size } : undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(readErrorCode(error)))) return undefined
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
