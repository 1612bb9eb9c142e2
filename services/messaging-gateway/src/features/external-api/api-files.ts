import type { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { mediaKey, type ServicePorts } from '@balcao/kernel'

import { imageSize } from '../inbound'
import { isRefusal } from './is-refusal'

export interface ApiFile {
  name: string
  mimeType: string
  sizeBytes: number
  head: Buffer
  open(): Readable
}

type FileDeps = Pick<ServicePorts, 'blobs' | 'ids' | 'clock'>

async function storeFile(deps: FileDeps, companyId: CompanyId, file: ApiFile): Promise<Media> {
  const key = mediaKey({
    companyId,
    mimeType: file.mimeType,
    token: deps.ids.token(16),
    now: deps.clock.now(),
  })
  const { sizeBytes } = await deps.blobs.put(key, file.open())
  const size = imageSize(file.mimeType, file.head)
  return {
    key,
    name: file.name,
    mimeType: file.mimeType,
    sizeBytes,
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    durationSeconds: 0,
  }
}

const discard = (deps: FileDeps, medias: readonly Media[]) =>
  Promise.all(medias.map(({ key }) => deps.blobs.delete(key)))

/**
 * What `send` answers with the files stored. They are removed again when one of them cannot be stored or `send`
 * refuses; they stay when its outcome is unknown.
 */
export async function withStoredFiles<T>(
  deps: FileDeps,
  companyId: CompanyId,
  files: readonly ApiFile[],
  send: (medias: Media[]) => Promise<T>,
): Promise<T> {
  const medias: Media[] = []
  let isSending = false
  try {
    for (const file of files) medias.push(await storeFile(deps, companyId, file))
    isSending = true
    return await send(medias)
  } catch (error) {
    if (!isSending || isRefusal(error)) await discard(deps, medias)
    throw error
  }
}
