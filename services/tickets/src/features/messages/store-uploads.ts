import { createReadStream } from 'node:fs'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Tx, type Upload } from '@balcao/kernel'

import type { MessageDeps } from './message-deps'

type Deps = Pick<MessageDeps, 'blobs' | 'pendingBlobs' | 'ids' | 'clock' | 'maxUploadBytes'>

const listKeys = (medias: readonly Media[]): string[] => medias.map(({ key }) => key)

/** Removes those of the files that no message was committed with. */
export const discardMedia = (
  { pendingBlobs }: Pick<Deps, 'pendingBlobs'>,
  companyId: CompanyId,
  medias: readonly Media[],
): Promise<void> => pendingBlobs.discard(companyId, listKeys(medias))

/** In the transaction that writes the messages which carry the files. */
export const claimMedia = (
  { pendingBlobs }: Pick<Deps, 'pendingBlobs'>,
  tx: Tx,
  companyId: CompanyId,
  medias: readonly Media[],
): Promise<void> => pendingBlobs.claim(tx, companyId, listKeys(medias))

const describeUpload = (deps: Deps, companyId: CompanyId, upload: Upload): Media => {
  const { originalName: name, mimeType, sizeBytes } = upload
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  return { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
}

/**
 * Keeps uploaded files in the blob store, all of them or none. They are removed a day later unless they are claimed.
 * @throws {AppError} ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE
 */
export async function storeUploads(
  deps: Deps,
  companyId: CompanyId,
  uploads: readonly Upload[],
): Promise<Media[]> {
  if (uploads.some(({ sizeBytes }) => sizeBytes === 0)) throw new AppError('ERR_MEDIA_EMPTY')
  if (uploads.some(({ sizeBytes }) => sizeBytes > deps.maxUploadBytes))
    throw new AppError('ERR_MEDIA_TOO_LARGE', { limitBytes: deps.maxUploadBytes })
  const files = uploads.map((upload) => ({ upload, media: describeUpload(deps, companyId, upload) }))
  const medias = files.map(({ media }) => media)
  await deps.pendingBlobs.expect(companyId, listKeys(medias))
  try {
    for (const { upload, media } of files)
      await deps.blobs.put(media.key, createReadStream(upload.path), { maxBytes: deps.maxUploadBytes })
    return medias
  } catch (error) {
    await discardMedia(deps, companyId, medias)
    throw error
  }
}
