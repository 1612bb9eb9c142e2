import { createHash } from 'node:crypto'

import { proto } from '@whiskeysockets/baileys'

/** What may differ between two tellings of one message: wrapping, freshly made keys, places and clocks. */
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

/** Names what the user said: equal for every repeat of a message, whoever received it. */
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

/** The words of a message, whichever kind of text it is. */
export const textOf = (message: proto.IMessage | null | undefined): string | undefined =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? undefined

/** The stanza's `type`. */
export function stanzaTypeOf(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction'
  return mediaTypeOf(message) ? 'media' : 'text'
}

/** The `mediatype` of what is encrypted. */
export function mediaTypeOf(message: proto.IMessage): string | undefined {
  if (message.audioMessage) return message.audioMessage.ptt ? 'ptt' : 'audio'
  if (message.videoMessage) return message.videoMessage.gifPlayback ? 'gif' : 'video'
  if (message.imageMessage) return 'image'
  if (message.documentMessage) return 'document'
  if (message.stickerMessage) return 'sticker'
  if (message.contactMessage) return 'vcard'
  return undefined
}
