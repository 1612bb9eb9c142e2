import { Readable } from 'node:stream'

import type { CompanyId, MessageKind } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { extensionOf, mediaKey, type BlobStore, type Clock, type Ids } from '@balcao/kernel'

import type { InboundMedia } from '../whatsapp-driver'
import { imageSize } from './image-size'
import { mediaKind } from './media-kind'

export interface MediaDeps {
  blobs: BlobStore
  clock: Clock
  ids: Ids
  /** The type by magic bytes. */
  identify(head: Buffer, isWhole: boolean): string
  maxMediaBytes: number
}

const HEAD_BYTES = 64 * 1024

/* The first bytes, for looking at, and the whole again behind them. */
async function peek(content: Readable): Promise<{ head: Buffer; isWhole: boolean; whole: Readable }> {
  const chunks: Buffer[] = []
  let size = 0
  const rest = content[Symbol.asyncIterator]()
  let isWhole = false
  while (size < HEAD_BYTES) {
    const next = await rest.next()
    if (next.done) {
      isWhole = true
      break
    }
    const chunk: unknown = next.value
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    chunks.push(bytes)
    size += bytes.length
  }
  const whole = Readable.from(
    (async function* () {
      yield* chunks
      yield* { [Symbol.asyncIterator]: () => rest }
    })(),
    { objectMode: false },
  )
  return { head: Buffer.concat(chunks), isWhole, whole }
}

const nameOr = (name: string, mimeType: string) => name || `file.${extensionOf(mimeType)}`

/**
 * Streams a file from the network into the blob store, under a key of ours and the type its bytes say.
 * @throws {AppError} ERR_MEDIA_TOO_LARGE; nothing is left behind then.
 */
export async function storeMedia(
  deps: MediaDeps,
  companyId: CompanyId,
  media: InboundMedia,
  claimedKind: MessageKind,
): Promise<{ media: Media; kind: MessageKind }> {
  const { head, isWhole, whole } = await peek(await media.open())
  const mimeType = deps.identify(head, isWhole)
  const size = imageSize(mimeType, head)
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  const info = await deps.blobs.put(key, whole, { maxBytes: deps.maxMediaBytes })
  return {
    kind: mediaKind(claimedKind, mimeType),
    media: {
      key,
      name: nameOr(media.name, mimeType),
      mimeType,
      sizeBytes: info.sizeBytes,
      width: size?.width ?? 0,
      height: size?.height ?? 0,
      durationSeconds: media.durationSeconds,
    },
  }
}
