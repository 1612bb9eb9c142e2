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
  /** Those that the other store lacked, or held with other content. */
  copied: number
  /** Objects that the other store returns with other content. */
  different: string[]
}

export interface BlobCopyOptions {
  folder: string
  to: BlobStore
  /** Progress, called after each object. */
  onProgress?: (report: Readonly<BlobCopyReport>) => void
}

/**
 * Copies the objects of a media folder into another store, and reads each back to compare size and content. Idempotent:
 * objects that are there already are skipped, so an interrupted copy is repeated. The folder keeps
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

/** Complete objects only: unfinished writes have names that are not valid keys. */
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
