import type { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { mediaKey, type ServicePorts } from '@balcao/kernel'

import { readImageSize } from '../inbound'
import { isCertainRefusal } from './is-certain-refusal'

export interface ApiFile {
  name: string
  mimeType: string
  sizeBytes: number
  head: Buffer
  open(): Readable
}

type FileDeps = Pick<ServicePorts, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'>

/** The company, and the client key under which tickets knows the send. */
export interface ApiSend {
  companyId: CompanyId
  clientKey: string
}

function toMedia(deps: FileDeps, companyId: CompanyId, file: ApiFile): Media {
  const { name, mimeType, sizeBytes } = file
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  const size = readImageSize(mimeType, file.head)
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
 * Stores the files, then answers what `send` answers. They are removed again when one of them cannot be stored or `send`
 * refuses. While its outcome is unknown they stay until `sweepFilesJob` asks tickets; so do those of a repeat, whose message
 * has the files of the first attempt.
 */
export async function withStoredFiles<T extends { messages: { media?: Media | undefined }[] }>(
  deps: FileDeps,
  { companyId, clientKey }: ApiSend,
  files: readonly ApiFile[],
  send: (medias: Media[]) => Promise<T>,
): Promise<T> {
  const stored: Media[] = []
  const pairs = files.map((file) => ({ file, media: toMedia(deps, companyId, file) }))
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
    if (!isSending || isCertainRefusal(error)) await deps.pendingBlobs.discard(companyId, keys)
    throw error
  }
  await deps.pendingBlobs.forget(
    companyId,
    answer.messages.flatMap(({ media }) => media?.key ?? []),
  )
  return answer
}
