import { createHash } from 'node:crypto'

import { proto } from '@whiskeysockets/baileys'

/** Fields that may differ between two copies of one message: wrappers, random keys, media paths and timestamps. */
const VOLATILE = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'url',
  'directPath',
  'mediaKey',
  'fileEncSha256',
  'mediaKeyTimestamp',
  'jpegThumbnail',
  'timestampMs',
  'senderTimestampMs',
])

/** Hash of the content: equal for every copy of a message, whatever its recipient. */
export function contentHash(message: proto.IMessage): string {
  const plain: unknown = proto.Message.create(message).toJSON()
  return createHash('sha256')
    .update(JSON.stringify(stable(plain)))
    .digest('hex')
}

function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !VOLATILE.has(name))
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, stable(part)]),
  )
}

/** The text of a message of any text type. */
export const readText = (message: proto.IMessage | null | undefined): string | undefined =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? undefined

/** The stanza's `type`. */
export function chooseStanzaType(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction'
  return chooseMediaType(message) ? 'media' : 'text'
}

/** The `mediatype` of the encrypted content. */
export function chooseMediaType(message: proto.IMessage): string | undefined {
  if (message.audioMessage) return message.audioMessage.ptt ? 'ptt' : 'audio'
  if (message.videoMessage) return message.videoMessage.gifPlayback ? 'gif' : 'video'
  if (message.imageMessage) return 'image'
  if (message.documentMessage) return 'document'
  if (message.stickerMessage) return 'sticker'
  if (message.contactMessage) return 'vcard'
  return undefined
}
