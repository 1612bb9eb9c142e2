import type { MessageKind } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import type { MediaPart, MediaReference, MediaType, Reading } from './content'
import {
  sanitizeCount,
  sanitizeName,
  sanitizeMimeType,
  sanitizeSeconds,
  sanitizeText,
  sanitizeThumbnail,
  sanitizeWaveform,
} from './sanitize-values'

/** Fields that all media messages share. */
type FileFields = Pick<
  proto.Message.IDocumentMessage,
  'mediaKey' | 'directPath' | 'url' | 'fileEncSha256' | 'fileSha256' | 'mimetype' | 'fileLength'
>

const KEY_BYTES = 32
const MAX_ADDRESS = 4_096

const base64 = (bytes: unknown): string =>
  bytes instanceof Uint8Array && bytes.length === KEY_BYTES ? Buffer.from(bytes).toString('base64') : ''

/* It is appended to a host's name: anything but a path could name another host. */
const parsePath = (directPath: unknown): string =>
  typeof directPath === 'string' && directPath.length <= MAX_ADDRESS && /^\/[\x21-\x7e]+$/.test(directPath)
    ? directPath
    : ''

/* The sender chooses it and the gateway fetches it: only WhatsApp's own hosts are allowed. */
function parseMediaUrl(url: unknown): string {
  if (typeof url !== 'string' || url.length > MAX_ADDRESS || !URL.canParse(url)) return ''
  const { protocol, hostname, username, password, port } = new URL(url)
  const isTheirs = protocol === 'https:' && hostname.endsWith('.whatsapp.net')
  return isTheirs && username === '' && password === '' && port === '' ? url : ''
}

function readMediaReference(file: FileFields, type: MediaType, mimetype: string): MediaReference | undefined {
  const reference = {
    type,
    mediaKey: base64(file.mediaKey),
    directPath: parsePath(file.directPath),
    url: parseMediaUrl(file.url),
    fileEncSha256: base64(file.fileEncSha256),
    fileSha256: base64(file.fileSha256),
    mimetype,
    fileLength: sanitizeCount(file.fileLength),
  }
  return reference.mediaKey !== '' && (reference.directPath !== '' || reference.url !== '')
    ? reference
    : undefined
}

interface MediaDefaults {
  type: MediaType
  mimeType: string
  name?: unknown
  seconds?: unknown
  waveform?: unknown
  thumbnail?: unknown
}

/** The file, or undefined when the message has too little to fetch it: a view-once file is sent to the phone only. */
export function readMediaPart(file: FileFields, shape: MediaDefaults): MediaPart | undefined {
  const mimeType = sanitizeMimeType(file.mimetype, shape.mimeType)
  const reference = readMediaReference(file, shape.type, mimeType)
  if (!reference) return undefined
  return {
    name: sanitizeName(shape.name),
    claimedMimeType: mimeType,
    durationSeconds: sanitizeSeconds(shape.seconds),
    waveform: sanitizeWaveform(shape.waveform),
    thumbnail: sanitizeThumbnail(shape.thumbnail) || undefined,
    sizeBytes: reference.fileLength,
    type: shape.type,
    reference,
  }
}

const toReading = (kind: MessageKind, caption: unknown, media: MediaPart | undefined): Reading => ({
  as: 'content',
  kind,
  body: sanitizeText(caption),
  media,
})

export const readImage = (image: proto.Message.IImageMessage): Reading =>
  toReading('image', image.caption, readMediaPart(image, { type: 'image', mimeType: 'image/jpeg' }))

/** Videos, GIFs (which WhatsApp sends as videos) and round video notes. */
export const readVideo = (video: proto.Message.IVideoMessage): Reading =>
  toReading(
    'video',
    video.caption,
    readMediaPart(video, { type: 'video', mimeType: 'video/mp4', seconds: video.seconds }),
  )

export const readAudio = (audio: proto.Message.IAudioMessage): Reading =>
  toReading(
    'audio',
    '',
    readMediaPart(audio, {
      type: 'audio',
      mimeType: 'audio/ogg',
      seconds: audio.seconds,
      waveform: audio.waveform,
    }),
  )

export const readDocument = (document: proto.Message.IDocumentMessage): Reading =>
  toReading(
    'application',
    document.caption,
    readMediaPart(document, {
      type: 'document',
      mimeType: 'application/octet-stream',
      name: document.fileName || document.title,
      thumbnail: document.jpegThumbnail,
    }),
  )

export const readSticker = (sticker: proto.Message.IStickerMessage): Reading =>
  toReading('sticker', '', readMediaPart(sticker, { type: 'sticker', mimeType: 'image/webp' }))
