import { Readable } from 'node:stream'

import { AppError, type BlobStore } from '@balcao/kernel'

/** A blob store in memory; passes the same contract as the folder's. */
export function memoryBlobs(): BlobStore {
  const objects = new Map<string, Buffer>()
  return {
    async put(key, content, limits = {}) {
      const chunks: Buffer[] = []
      let sizeBytes = 0
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
        const bytes = Buffer.from(chunk)
        sizeBytes += bytes.length
        if (limits.maxBytes !== undefined && sizeBytes > limits.maxBytes)
          throw new AppError('ERR_MEDIA_TOO_LARGE')
        chunks.push(bytes)
      }
      objects.set(key, Buffer.concat(chunks))
      return { sizeBytes }
    },
    async get(key, range) {
      const bytes = objects.get(key)
      return bytes && Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])
    },
    async info(key) {
      const bytes = objects.get(key)
      return bytes && { sizeBytes: bytes.length }
    },
    async delete(key) {
      objects.delete(key)
    },
    async *list(folder) {
      for (const key of objects.keys()) if (key.startsWith(`${folder}/`)) yield key
    },
    async deleteFolder(folder) {
      for (const key of objects.keys()) if (key.startsWith(`${folder}/`)) objects.delete(key)
    },
  }
}
