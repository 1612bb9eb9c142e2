import { createReadStream } from 'node:fs'

import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type ServicePorts, type Session, type Tx, type Upload } from '@balcao/kernel'

export type MediaDeps = Pick<ServicePorts, 'blobs' | 'pendingBlobs' | 'clock' | 'ids'>

/** A file that no row names yet. */
export interface StoredFile {
  media: Media
  /** To be run in the transaction that names it. */
  claim: (tx: Tx) => Promise<void>
}

/** What `save` answers, who names the stored file. A failure leaves no file. @throws {AppError} ERR_MEDIA_EMPTY, and what `save` throws */
export async function storeUpload<T>(
  deps: MediaDeps,
  { companyId }: Session,
  upload: Upload | undefined,
  save: (file: StoredFile) => Promise<T>,
): Promise<T> {
  if (!upload || upload.sizeBytes === 0) throw new AppError('ERR_MEDIA_EMPTY')
  const { originalName: name, mimeType, sizeBytes, path } = upload
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  const media: Media = { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
  try {
    await deps.blobs.put(key, createReadStream(path))
    return await save({ media, claim: (tx) => deps.pendingBlobs.claim(tx, companyId, [key]) })
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, [key])
    throw error
  }
}
