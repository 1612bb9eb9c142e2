import { createReadStream } from 'node:fs'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { cleanText } from './message'
import type { MessageDeps } from './message-deps'

/** What the edge hands over: a temporary file, its type found by its first bytes. */
export interface Upload {
  originalName: string
  mimeType: string
  sizeBytes: number
  path: string
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
}

const MAX_NAME = 255

/** The file's last name as the sender called it, fit to be shown and offered for saving. */
export function shownFileName(original: string): string {
  const last = cleanText(original).split(/[\\/]/).at(-1) ?? ''
  const name = [...last.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '').trim()].slice(-MAX_NAME).join('')
  return name === '' || /^\.+$/.test(name) ? 'file' : name
}

/** `companies/7/2026/11/<32 hex>.jpg`: ours alone, nothing of the sender's in it. */
export function mediaKey(companyId: CompanyId, mimeType: string, token: string, now: Date): string {
  const month = String(now.getUTCMonth() + 1).padStart(2, '0')
  return `companies/${companyId}/${now.getUTCFullYear()}/${month}/${token}.${EXTENSIONS[mimeType] ?? 'bin'}`
}

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
      const key = mediaKey(companyId, mimeType, deps.ids.token(16), deps.clock.now())
      await deps.blobs.put(key, createReadStream(path), { maxBytes: deps.maxUploadBytes })
      stored.push({
        key,
        name: shownFileName(originalName),
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
