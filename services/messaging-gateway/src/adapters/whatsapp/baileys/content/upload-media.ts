import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { CompanyId } from '@balcao/contracts'
import { AppError, sanitizeFileName } from '@balcao/kernel'

import {
  MAX_PICTURE_BYTES,
  MAX_THUMBNAIL_VIDEO_BYTES,
  THUMBNAIL_SIDE,
  type MediaPreviews,
} from '../../../../features/whatsapp-driver/media-previews.port'
import type { OutboundMedia, OutboundMessage } from '../../../../features/whatsapp-driver'
import { bareMimeType } from '../../../../bare-mime-type'
import { readWithin } from '../../../../read-up-to'
import type { MediaType } from './content'
import { encryptMedia } from './encrypt-media'
import { chooseMediaType } from './choose-media-type'
import { readContainer } from './read-container'
import { readVoiceNote } from './voice-note'

/** An uploaded file: plain JSON, enough to build its message again at a retry. Bytes are base64. */
export interface UploadedMedia {
  type: MediaType
  url: string
  directPath: string
  mediaKey: string
  fileSha256: string
  fileEncSha256: string
  fileLength: number
  /** Seconds since 1970. */
  mediaKeyTimestamp: number
  mimetype: string
  name: string
  /** Pixels of a picture or video, 0 when unknown. */
  width: number
  height: number
  /** JPEG; '' when there is none. */
  thumbnail: string
  /** Of audio and video, 0 when unknown. */
  durationSeconds: number
  isVoiceNote: boolean
  waveform: string
}

export interface UploadContext {
  companyId: CompanyId
  /** The socket's `waUploadToServer`. */
  upload(
    path: string,
    file: { mediaType: MediaType; fileEncSha256B64: string; timeoutMs?: number },
  ): Promise<{ mediaUrl: string; directPath: string }>
  /** Width and height from an image's first bytes. */
  imageSize(mimeType: string, head: Buffer): { width: number; height: number } | undefined
  previews: Omit<MediaPreviews, 'document'>
  now: Date
}

/** The caption of a file. The desk repeats the file's name as the body of a message without text. */
export const chooseCaption = ({ body, media }: Pick<OutboundMessage, 'body' | 'media'>): string =>
  body === media?.name ? '' : body

const HEAD_BYTES = 64 * 1024

/* Opens a separate stream and closes it after the first bytes. */
async function readHead(media: OutboundMedia): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await media.open()) as AsyncIterable<Uint8Array>) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}

type MediaDescription = Omit<
  UploadedMedia,
  'url' | 'directPath' | 'mediaKey' | 'fileSha256' | 'fileEncSha256' | 'fileLength' | 'mediaKeyTimestamp'
>

interface Prepared {
  described: MediaDescription
  open(): Promise<Readable>
}

async function toVoiceNote(
  media: OutboundMedia,
  described: MediaDescription,
  context: UploadContext,
): Promise<Prepared | undefined> {
  const note = await readVoiceNote(media, context)
  if (!note) return undefined
  const { content, mimeType: mimetype, durationSeconds } = note
  const waveform = Buffer.from(note.waveform).toString('base64')
  return {
    described: { ...described, type: 'audio', mimetype, durationSeconds, isVoiceNote: true, waveform },
    open: () => Promise.resolve(Readable.from([content], { objectMode: false })),
  }
}

async function prepare(
  message: Pick<OutboundMessage, 'kind' | 'body' | 'media'>,
  media: OutboundMedia,
  context: UploadContext,
): Promise<Prepared> {
  const caption = chooseCaption(message)
  const type = chooseMediaType({ kind: message.kind, mimeType: media.mimeType, caption })
  const described: MediaDescription = {
    type,
    mimetype: media.mimeType,
    name: sanitizeFileName(media.name),
    width: 0,
    height: 0,
    thumbnail: '',
    durationSeconds: 0,
    isVoiceNote: false,
    waveform: '',
  }
  const plain = { described, open: () => media.open() }
  const note =
    message.kind === 'audio' && caption === '' ? await toVoiceNote(media, described, context) : undefined
  if (note) return note
  if (type === 'sticker')
    return { ...plain, described: { ...described, ...(await readImageSize(media, context)) } }
  if (message.kind === 'image')
    return { ...plain, described: { ...described, ...(await readPicture(media, context)) } }
  if (type === 'video') {
    const seen = { ...(await readContainer(media)), thumbnail: await readFirstFrame(media, context) }
    return { ...plain, described: { ...described, ...seen } }
  }
  if (type === 'audio') return { ...plain, described: { ...described, ...(await readContainer(media)) } }
  const page = await media.firstPage?.()
  return { ...plain, described: { ...described, thumbnail: page?.toString('base64') ?? '' } }
}

const readImageSize = async (media: OutboundMedia, context: UploadContext) =>
  context.imageSize(bareMimeType(media.mimeType), await readHead(media))

/* The header of a picture that cannot be decoded may still give its size. */
async function readPicture(media: OutboundMedia, context: UploadContext) {
  const preview = await context.previews.picture({
    companyId: context.companyId,
    read: () => readWithin(media, MAX_PICTURE_BYTES),
    maxSide: THUMBNAIL_SIDE,
  })
  if (!preview) return readImageSize(media, context)
  return { ...preview, thumbnail: preview.thumbnail.toString('base64') }
}

async function readFirstFrame(media: OutboundMedia, context: UploadContext): Promise<string> {
  const frame = await context.previews.video({
    companyId: context.companyId,
    save: async (path) => {
      if (media.sizeBytes > MAX_THUMBNAIL_VIDEO_BYTES) return false
      await pipeline(await media.open(), createWriteStream(path))
      return true
    },
    maxSide: THUMBNAIL_SIDE,
  })
  return frame?.toString('base64') ?? ''
}

/**
 * Encrypts and uploads a message's file. Store the answer and build the message from it, so
 * that a retry does not upload again. The file is streamed (a voice note is held in memory,
 * at most `MAX_VOICE_NOTE_BYTES`) through a temporary file of ciphertext, because the hosts
 * require its hash before its bytes. Not idempotent: each call uploads again.
 * @throws {AppError} ERR_MEDIA_EMPTY, and the error of a host that refuses the upload.
 */
export async function uploadMedia(
  message: Pick<OutboundMessage, 'kind' | 'body' | 'media'>,
  media: OutboundMedia,
  context: UploadContext,
): Promise<UploadedMedia> {
  const { described, open } = await prepare(message, media, context)
  const folder = await mkdtemp(join(tmpdir(), 'balcao-upload-'))
  try {
    const path = join(folder, 'media.enc')
    const encrypted = await encryptMedia(await open(), described.type, path)
    if (encrypted.fileLength === 0) throw new AppError('ERR_MEDIA_EMPTY')
    const fileEncSha256 = encrypted.fileEncSha256.toString('base64')
    const { mediaUrl, directPath } = await context.upload(path, {
      mediaType: described.type,
      fileEncSha256B64: fileEncSha256,
    })
    return {
      ...described,
      url: mediaUrl,
      directPath,
      mediaKey: encrypted.mediaKey.toString('base64'),
      fileSha256: encrypted.fileSha256.toString('base64'),
      fileEncSha256,
      fileLength: encrypted.fileLength,
      mediaKeyTimestamp: Math.floor(context.now.getTime() / 1_000),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
