import { Readable } from 'node:stream'

import { findCompanyOfKey, type BlobStore, type MediaQuota, type QuotaFile } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'

const log = createLogger('media-quota')

const KIBIBYTE = 1024
const FIRST_STEP_BYTES = 256 * KIBIBYTE
const LONGEST_STEP_BYTES = 8 * KIBIBYTE * KIBIBYTE

/**
 * A blob store that asks the quota before it writes, for the files of companies; others pass. The size of a stream is not known before
 * its end: it is reserved while it passes, in steps that grow with it, so that a file takes no more than it needs of a quota that is nearly
 * reached. A refused write (ERR_MEDIA_QUOTA_REACHED) leaves nothing behind.
 */
export function createQuotaBlobStore(blobs: BlobStore, quota: MediaQuota): BlobStore {
  return {
    async put(key, content, limits) {
      const file = findFile(key)
      if (!file) return blobs.put(key, content, limits)
      if (Buffer.isBuffer(content))
        await quota.reserve(file, { least: content.length, wanted: content.length })
      const counted = Buffer.isBuffer(content)
        ? content
        : Readable.from(reserveWhilePassing(content, file, quota), { objectMode: false })
      try {
        const info = await blobs.put(key, counted, limits)
        await quota.settle(file, info.sizeBytes)
        return info
      } catch (error) {
        await recount(blobs, quota, file)
        throw error
      } finally {
        if (!Buffer.isBuffer(content)) content.destroy()
      }
    },
    get: (key, range) => blobs.get(key, range),
    info: (key) => blobs.info(key),
    async delete(key) {
      const file = findFile(key)
      if (file) await quota.unsettle(file)
      await blobs.delete(key)
      if (file) await quota.release(file)
    },
    list: (folder) => blobs.list(folder),
    // Of a deleted company: billing erases its account with all that has the company's id.
    deleteFolder: (folder) => blobs.deleteFolder(folder),
  }
}

function findFile(key: string): QuotaFile | undefined {
  const companyId = findCompanyOfKey(key)
  return companyId === undefined ? undefined : { companyId, key }
}

async function* reserveWhilePassing(
  content: Readable,
  file: QuotaFile,
  quota: MediaQuota,
): AsyncGenerator<Buffer> {
  let passedBytes = 0
  let grantedBytes = 0
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    passedBytes += bytes.length
    if (passedBytes > grantedBytes) {
      const step = Math.min(LONGEST_STEP_BYTES, Math.max(FIRST_STEP_BYTES, passedBytes))
      const grant = await quota.reserve(file, { least: passedBytes, wanted: passedBytes + step })
      grantedBytes = grant.grantedBytes
    }
    yield bytes
  }
}

/* The write's own error is what the caller gets; the account, which is compared with the store an hour later, is mended at once where that works. */
async function recount(blobs: BlobStore, quota: MediaQuota, file: QuotaFile): Promise<void> {
  try {
    const info = await blobs.info(file.key)
    if (info) await quota.settle(file, info.sizeBytes)
    else await quota.release(file)
  } catch (error) {
    log.warn(
      { companyId: file.companyId, err: error },
      'a failed write is counted until billing has compared',
    )
  }
}
