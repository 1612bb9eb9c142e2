import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

import { hkdf, hkdfInfoKey, type MediaType, type proto } from '@whiskeysockets/baileys'

import type { MediaHost } from './media-host'

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export interface MediaOptions {
  caption?: string
  mimetype?: string
  fileName?: string
  seconds?: number
  /** A voice note. */
  ptt?: boolean
  waveform?: Uint8Array
  viewOnce?: boolean
  gif?: boolean
  /** The bytes on the host do not match the message's hashes. */
  corrupt?: boolean
  /** A wrong size that the message states. */
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

const FILES = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker'],
] as const

export interface File {
  type: MediaType
  mediaKey?: Uint8Array | null
  directPath?: string | null
  fileSha256?: Uint8Array | null
  fileEncSha256?: Uint8Array | null
}

export interface Sealed {
  mediaKey: Buffer
  sealed: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
}

/** A file encrypted with a new key, as the host stores it. */
export function sealFile(bytes: Buffer, type: MediaType): Sealed {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = deriveKeys(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  const sealed = Buffer.concat([encrypted, computeMac(macKey, iv, encrypted)])
  return { mediaKey, sealed, fileSha256: sha256(bytes), fileEncSha256: sha256(sealed) }
}

function deriveKeys(mediaKey: Uint8Array, type: MediaType) {
  const keys = Buffer.from(hkdf(mediaKey, 112, { info: hkdfInfoKey(type) }))
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) }
}

const computeMac = (macKey: Buffer, iv: Buffer, encrypted: Buffer): Buffer =>
  createHmac('sha256', macKey).update(iv).update(encrypted).digest().subarray(0, MAC_BYTES)

/** The file of a message, inside any wrappers. */
export function buildFile(message: proto.IMessage | null | undefined): File | undefined {
  if (!message) return undefined
  const wrapped = message.viewOnceMessageV2 ?? message.deviceSentMessage ?? message.documentWithCaptionMessage
  if (wrapped) return buildFile(wrapped.message)
  for (const [field, type] of FILES) {
    const file = message[field]
    if (file) return { ...file, type }
  }
  return undefined
}

/** @throws when the bytes on the host do not match the message's hashes. */
export function openMedia(host: MediaHost, message: proto.IMessage): Buffer {
  const file = buildFile(message)
  const sealed = host.read(file?.directPath ?? '')
  if (!file?.mediaKey || !sealed) throw new Error('There is no such file.')
  const { iv, cipherKey, macKey } = deriveKeys(file.mediaKey, file.type)
  const encrypted = sealed.subarray(0, -MAC_BYTES)
  if (!computeMac(macKey, iv, encrypted).equals(sealed.subarray(-MAC_BYTES)))
    throw new Error('The MAC is wrong.')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const bytes = Buffer.concat([decipher.update(encrypted), decipher.final()])
  const isPromised =
    sha256(bytes).equals(Buffer.from(file.fileSha256 ?? [])) &&
    sha256(sealed).equals(Buffer.from(file.fileEncSha256 ?? []))
  if (!isPromised) throw new Error('The hashes are not those of the message.')
  return bytes
}

/** Uploads the file and builds the message that refers to it. */
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
    url: host.buildUrl(directPath),
    directPath,
    mediaKey,
    fileSha256,
    fileEncSha256,
    fileLength: options.claimedBytes ?? bytes.length,
    mimetype: options.mimetype ?? MIME_TYPES[kind],
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  }
  const message = buildContent(kind, file, options)
  return options.viewOnce ? { viewOnceMessageV2: { message } } : message
}

function buildContent(
  kind: MediaKind,
  file: proto.Message.IImageMessage,
  { caption, fileName, ptt, waveform, gif, seconds, viewOnce }: MediaOptions,
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
      return {
        audioMessage: { ...shared, ptt: ptt ?? false, seconds: seconds ?? 1, waveform: waveform ?? null },
      }
    case 'document':
      return { documentMessage: { ...file, fileName: fileName ?? 'file.pdf', ...(caption && { caption }) } }
    case 'sticker':
      return { stickerMessage: file }
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
