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

type FileDeps = Pick<ServicePorts, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'>

/** Who sends, and what names the send at tickets. */
export interface ApiSend {
  companyId: CompanyId
  clientKey: string
}

function mediaOf(deps: FileDeps, companyId: CompanyId, file: ApiFile): Media {
  const { name, mimeType, sizeBytes } = file
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  const size = imageSize(mimeType, file.head)
  return {
    key,
    name,
    mimeType,
    sizeBytes,
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    durationSeconds: 0,
  }
}

/**
 * What `send` answers with the files stored. They are removed again when one of them cannot be stored or `send`
 * refuses. While its outcome is unknown they stay until the sweep learns it; so do those of a repeat, whose message
 * carries the first try's files.
 */
export async function withStoredFiles<T extends { messages: { media?: Media | undefined }[] }>(
  deps: FileDeps,
  { companyId, clientKey }: ApiSend,
  files: readonly ApiFile[],
  send: (medias: Media[]) => Promise<T>,
): Promise<T> {
  const stored: Media[] = []
  const pairs = files.map((file) => ({ file, media: mediaOf(deps, companyId, file) }))
  const keys = pairs.map(({ media }) => media.key)
  await deps.pendingBlobs.expect(companyId, keys, clientKey)
  let isSending = false
  let answer: T
  try {
    for (const { file, media } of pairs) {
      const { sizeBytes } = await deps.blobs.put(media.key, file.open())
      stored.push({ ...media, sizeBytes })
    }
    isSending = true
    answer = await send(stored)
  } catch (error) {
    if (!isSending || isRefusal(error)) await deps.pendingBlobs.discard(companyId, keys)
    throw error
  }
  await deps.pendingBlobs.forget(
    companyId,
    answer.messages.flatMap(({ media }) => media?.key ?? []),
  )
  return answer
}
