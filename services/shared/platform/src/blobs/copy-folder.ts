import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

import type { BlobStore } from '@balcao/kernel'

import { isBlobKey } from './blob-key'

export interface BlobCopyReport {
  /** Objects in the folder. */
  seen: number
  /** Of them, those that the other store did not have, or not with this content. */
  copied: number
  /** Objects that the other store does not give back as they are. */
  different: string[]
}

export interface BlobCopyOptions {
  folder: string
  to: BlobStore
  /** After each object, so that somebody sees it move. */
  onProgress?: (report: Readonly<BlobCopyReport>) => void
}

/**
 * Copies the objects of a folder of media into another store, and reads each back to compare size and content. Idempotent:
 * what is there already is not written again, so that a copy which was cut off is simply begun again. The folder keeps
 * its objects.
 */
export async function copyFolder({ folder, to, onProgress }: BlobCopyOptions): Promise<BlobCopyReport> {
  const report: BlobCopyReport = { seen: 0, copied: 0, different: [] }
  for (const key of await keysIn(folder)) {
    const file = path.join(folder, key)
    const wanted = { sizeBytes: (await stat(file)).size, hash: await hashStream(createReadStream(file)) }
    report.seen += 1
    if (!(await has(to, key, wanted))) {
      await to.put(key, createReadStream(file))
      report.copied += 1
      if (!(await has(to, key, wanted))) report.different.push(key)
    }
    onProgress?.(report)
  }
  return report
}

/** Only what the store made: half-written files have names that are no keys. */
async function keysIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter(isBlobKey)
    .sort()
}

async function has(
  to: BlobStore,
  key: string,
  wanted: { sizeBytes: number; hash: string },
): Promise<boolean> {
  const info = await to.info(key)
  if (info?.sizeBytes !== wanted.sizeBytes) return false
  const content = await to.get(key)
  return content !== undefined && (await hashStream(content)) === wanted.hash
}

async function hashStream(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
