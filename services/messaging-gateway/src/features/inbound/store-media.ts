import { Readable } from 'node:stream'

import type { CompanyId, MessageKind } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import {
  AppError,
  extensionOf,
  mediaKey,
  type BlobStore,
  type Clock,
  type Ids,
  type PendingBlobs,
} from '@balcao/kernel'

import type { InboundMedia } from '../whatsapp-driver'
import { readImageSize } from './image-size'
import { chooseMediaKind } from './choose-media-kind'

export interface MediaDeps {
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  clock: Clock
  ids: Ids
  /** The type by magic bytes. */
  identify(head: Buffer, isWhole: boolean): string
  maxMediaBytes: number
}

/** A file to download and store. */
export type IncomingFile = Pick<InboundMedia, 'name' | 'durationSeconds' | 'waveform' | 'thumbnail' | 'open'>

const HEAD_BYTES = 64 * 1024

const toDownloadError = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause })

/* Errors of the download become ERR_WAPP_DOWNLOAD_MEDIA; errors of the blob store stay. */
async function* mapDownloadErrors(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of content) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
  } catch (error) {
    throw toDownloadError(error)
  }
}

/* The first bytes, and a stream of the whole file. */
async function readHead(content: Readable): Promise<{ head: Buffer; isWhole: boolean; whole: Readable }> {
  const chunks: Buffer[] = []
  let size = 0
  const rest = mapDownloadErrors(content)
  let isWhole = false
  while (size < HEAD_BYTES) {
    const next = await rest.next()
    if (next.done) {
      isWhole = true
      break
    }
    chunks.push(next.value)
    size += next.value.length
  }
  const whole = Readable.from(
    (async function* () {
      yield* chunks
      yield* rest
    })(),
    { objectMode: false },
  )
  return { head: Buffer.concat(chunks), isWhole, whole }
}

const defaultName = (name: string, mimeType: string) => name || `file.${extensionOf(mimeType)}`

/** The file's stream, destroyed when `signal` aborts; with the signal's reason if it is an AppError. */
async function openUntil(
  file: IncomingFile,
  signal: AbortSignal,
): Promise<{ content: Readable; release(): void }> {
  let stop: (reason: AppError) => void = () => undefined
  const onAbort = () => stop(toDownloadError(signal.reason))
  signal.addEventListener('abort', onAbort, { once: true })
  const release = () => signal.removeEventListener('abort', onAbort)
  try {
    const content = await new Promise<Readable>((resolve, reject) => {
      stop = reject
      if (signal.aborted) onAbort()
      else file.open().then((stream) => (signal.aborted ? stream.destroy() : resolve(stream)), reject)
    })
    stop = (reason) => content.destroy(reason)
    return { content, release }
  } catch (error) {
    release()
    throw toDownloadError(error)
  }
}

/**
 * Streams a file from the network into the blob store, under a random key and the type of its bytes. Nothing is left behind when
 * it fails; the file is removed a day later unless it is claimed.
 * @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA when the download fails or is too slow; ERR_MEDIA_TOO_LARGE;
 * the signal's reason
 */
export async function storeMedia(
  deps: MediaDeps,
  companyId: CompanyId,
  file: IncomingFile,
  { claimedKind, signal }: { claimedKind: MessageKind; signal: AbortSignal },
): Promise<{ media: Media; kind: MessageKind }> {
  const { content, release } = await openUntil(file, signal)
  try {
    return await store(deps, companyId, file, { claimedKind, content })
  } finally {
    release()
    content.destroy()
  }
}

async function store(
  deps: MediaDeps,
  companyId: CompanyId,
  file: IncomingFile,
  { claimedKind, content }: { claimedKind: MessageKind; content: Readable },
): Promise<{ media: Media; kind: MessageKind }> {
  const { head, isWhole, whole } = await readHead(content)
  const mimeType = deps.identify(head, isWhole)
  const size = readImageSize(mimeType, head)
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  const info = await deps.blobs.put(key, whole, { maxBytes: deps.maxMediaBytes })
  return {
    kind: chooseMediaKind(claimedKind, mimeType),
    media: {
      key,
      name: defaultName(file.name, mimeType),
      mimeType,
      sizeBytes: info.sizeBytes,
      width: size?.width ?? 0,
      height: size?.height ?? 0,
      durationSeconds: file.durationSeconds,
      waveform: file.waveform,
      thumbnail: file.thumbnail || undefined,
    },
  }
}
