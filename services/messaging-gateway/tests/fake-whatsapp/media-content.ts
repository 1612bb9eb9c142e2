import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

import { hkdf, hkdfInfoKey, type MediaType, type proto } from '@whiskeysockets/baileys'

import type { MediaHost } from './media-host'

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export interface MediaOptions {
  caption?: string
  mimetype?: string
  fileName?: string
  seconds?: number
  /** A voice message. */
  ptt?: boolean
  viewOnce?: boolean
  gif?: boolean
  /** The bytes on the host are not those the message promises. */
  corrupt?: boolean
  /** The size the message claims, when it lies. */
  claimedBytes?: number
}

const MAC_BYTES = 10

const MIME_TYPES: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
}

export interface Sealed {
  mediaKey: Buffer
  sealed: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
}

/** A file under a key of its own, as it lies on the host. */
export function sealFile(bytes: Buffer, type: MediaType): Sealed {
  const mediaKey = randomBytes(32)
  const keys = Buffer.from(hkdf(mediaKey, 112, { info: hkdfInfoKey(type) }))
  const iv = keys.subarray(0, 16)
  const cipher = createCipheriv('aes-256-cbc', keys.subarray(16, 48), iv)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const mac = createHmac('sha256', keys.subarray(48, 80)).update(iv).update(encrypted).digest()
  const sealed = Buffer.concat([encrypted, mac.subarray(0, MAC_BYTES)])
  return { mediaKey, sealed, fileSha256: sha256(bytes), fileEncSha256: sha256(sealed) }
}

/** Puts the file up and makes the message that names it. */
export function encryptMedia(
  host: MediaHost,
  kind: MediaKind,
  bytes: Buffer,
  options: MediaOptions,
): proto.IMessage {
  const { mediaKey, sealed, fileSha256, fileEncSha256 } = sealFile(bytes, kind)
  if (options.corrupt) sealed[0] = (sealed[0] ?? 0) ^ 1
  const directPath = host.put(sealed)
  const file = {
    url: host.urlOf(directPath),
    directPath,
    mediaKey,
    fileSha256,
    fileEncSha256,
    fileLength: options.claimedBytes ?? bytes.length,
    mimetype: options.mimetype ?? MIME_TYPES[kind],
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  }
  const message = contentOf(kind, file, options)
  return options.viewOnce ? { viewOnceMessageV2: { message } } : message
}

function contentOf(
  kind: MediaKind,
  file: proto.Message.IImageMessage,
  { caption, fileName, ptt, gif, seconds, viewOnce }: MediaOptions,
): proto.IMessage {
  const shared = { ...file, ...(viewOnce && { viewOnce: true }) }
  switch (kind) {
    case 'image':
      return { imageMessage: { ...shared, ...(caption && { caption }) } }
    case 'video':
      return {
        videoMessage: {
          ...shared,
          ...(caption && { caption }),
          gifPlayback: gif ?? false,
          seconds: seconds ?? 1,
        },
      }
    case 'audio':
      return { audioMessage: { ...shared, ptt: ptt ?? false, seconds: seconds ?? 1 } }
    case 'document':
      return { documentMessage: { ...file, fileName: fileName ?? 'file.pdf', ...(caption && { caption }) } }
    case 'sticker':
      return { stickerMessage: file }
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
