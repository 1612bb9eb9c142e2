import type { MessageKind } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import type { MediaPart, MediaTicket, MediaType, Reading } from './content'
import { saneCount, saneFileName, saneMimeType, saneSeconds, saneText } from './sane-values'

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
const pathOf = (directPath: unknown): string =>
  typeof directPath === 'string' && directPath.length <= MAX_ADDRESS && /^\/[\x21-\x7e]+$/.test(directPath)
    ? directPath
    : ''

/* The sender chooses it and the gateway fetches it: only WhatsApp's own hosts are allowed. */
function addressOf(url: unknown): string {
  if (typeof url !== 'string' || url.length > MAX_ADDRESS || !URL.canParse(url)) return ''
  const { protocol, hostname, username, password, port } = new URL(url)
  const isTheirs = protocol === 'https:' && hostname.endsWith('.whatsapp.net')
  return isTheirs && username === '' && password === '' && port === '' ? url : ''
}

function ticketOf(file: FileFields, type: MediaType, mimetype: string): MediaTicket | undefined {
  const ticket = {
    type,
    mediaKey: base64(file.mediaKey),
    directPath: pathOf(file.directPath),
    url: addressOf(file.url),
    fileEncSha256: base64(file.fileEncSha256),
    fileSha256: base64(file.fileSha256),
    mimetype,
    fileLength: saneCount(file.fileLength),
  }
  return ticket.mediaKey !== '' && (ticket.directPath !== '' || ticket.url !== '') ? ticket : undefined
}

interface Shape {
  type: MediaType
  mimeType: string
  name?: unknown
  seconds?: unknown
}

/** The file, or undefined when the message has too little to fetch it: a view-once file is sent to the phone only. */
export function mediaPart(file: FileFields, shape: Shape): MediaPart | undefined {
  const mimeType = saneMimeType(file.mimetype, shape.mimeType)
  const ticket = ticketOf(file, shape.type, mimeType)
  if (!ticket) return undefined
  return {
    name: saneFileName(shape.name),
    claimedMimeType: mimeType,
    durationSeconds: saneSeconds(shape.seconds),
    sizeBytes: ticket.fileLength,
    type: shape.type,
    ticket,
  }
}

const said = (kind: MessageKind, caption: unknown, media: MediaPart | undefined): Reading => ({
  as: 'said',
  kind,
  body: saneText(caption),
  media,
})

export const readImage = (image: proto.Message.IImageMessage): Reading =>
  said('image', image.caption, mediaPart(image, { type: 'image', mimeType: 'image/jpeg' }))

/** Videos, GIFs (which WhatsApp sends as videos) and round video notes. */
export const readVideo = (video: proto.Message.IVideoMessage): Reading =>
  said(
    'video',
    video.caption,
    mediaPart(video, { type: 'video', mimeType: 'video/mp4', seconds: video.seconds }),
  )

export const readAudio = (audio: proto.Message.IAudioMessage): Reading =>
  said('audio', '', mediaPart(audio, { type: 'audio', mimeType: 'audio/ogg', seconds: audio.seconds }))

export const readDocument = (document: proto.Message.IDocumentMessage): Reading =>
  said(
    'application',
    document.caption,
    mediaPart(document, {
      type: 'document',
      mimeType: 'application/octet-stream',
      name: document.fileName || document.title,
    }),
  )

export const readSticker = (sticker: proto.Message.IStickerMessage): Reading =>
  said('sticker', '', mediaPart(sticker, { type: 'sticker', mimeType: 'image/webp' }))
