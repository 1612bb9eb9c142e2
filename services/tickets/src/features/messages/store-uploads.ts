import { createReadStream } from 'node:fs'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Upload } from '@balcao/kernel'

import type { MessageDeps } from './message-deps'

type Deps = Pick<MessageDeps, 'blobs' | 'ids' | 'clock' | 'maxUploadBytes'>

export async function discardMedia(deps: Pick<Deps, 'blobs'>, medias: readonly Media[]): Promise<void> {
  await Promise.all(medias.map(({ key }) => deps.blobs.delete(key)))
}

/**
 * Keeps uploaded files in the blob store, all of them or none.
 * @throws {AppError} ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export async function storeUploads(
  deps: Deps,
  companyId: CompanyId,
  uploads: readonly Upload[],
): Promise<Media[]> {
  if (uploads.some(({ sizeBytes }) => sizeBytes === 0)) throw new AppError('ERR_MEDIA_EMPTY')
  if (uploads.some(({ sizeBytes }) => sizeBytes > deps.maxUploadBytes))
    throw new AppError('ERR_MEDIA_TOO_LARGE')
  const stored: Media[] = []
  try {
    for (const { originalName, mimeType, sizeBytes, path } of uploads) {
      const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
      await deps.blobs.put(key, createReadStream(path), { maxBytes: deps.maxUploadBytes })
      stored.push({
        key,
        name: originalName,
        mimeType,
        sizeBytes,
        width: 0,
        height: 0,
        durationSeconds: 0,
      })
    }
    return stored
  } catch (error) {
    await discardMedia(deps, stored)
    throw error
  }
}
