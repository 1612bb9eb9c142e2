import { createReadStream } from 'node:fs'

import type { FileListId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Session, type Upload } from '@balcao/kernel'

import { changeFileList } from './edit-file-lists'
import { attachFiles, type FileList } from './file-list'
import type { FileListDeps } from './file-list-deps'
import { readFileList } from './read-file-lists'

function describeUpload(deps: FileListDeps, { companyId }: Session, upload: Upload): Media {
  const { originalName: name, mimeType, sizeBytes } = upload
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  return { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
}

/**
 * Gives options their files, the first upload for the first id; all of them or none. Without files and ids nothing changes.
 * @throws {AppError} ERR_NO_FILE_FOUND for the list or an option, ERR_MEDIA_EMPTY, ERR_VALIDATION unless there is one id a file
 */
export async function uploadFiles(
  deps: FileListDeps,
  session: Session,
  id: FileListId,
  { optionIds, uploads }: { optionIds: readonly number[]; uploads: readonly Upload[] },
): Promise<FileList> {
  const { companyId } = session
  const present = await readFileList(deps, session, id)
  const { options } = present
  // Pages of the family send the form when no option has a file, too.
  if (uploads.length === 0 && optionIds.length === 0) return present
  if (uploads.length === 0) throw new AppError('ERR_MEDIA_EMPTY')
  if (uploads.length !== new Set(optionIds).size || uploads.length !== optionIds.length)
    throw new AppError('ERR_VALIDATION', { detail: 'one option id for each file' })
  const files = uploads.map((upload) => ({ upload, media: describeUpload(deps, session, upload) }))
  const medias = files.map(({ media }) => media)
  attachFiles(options, optionIds, medias)
  const keys = medias.map(({ key }) => key)
  await deps.pendingBlobs.expect(companyId, keys)
  try {
    for (const { upload, media } of files) await deps.blobs.put(media.key, createReadStream(upload.path))
    return await changeFileList(deps, session, id, async (list, tx) => {
      await deps.pendingBlobs.claim(tx, companyId, keys)
      return { ...list, options: attachFiles(list.options, optionIds, medias) }
    })
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, keys)
    throw error
  }
}
