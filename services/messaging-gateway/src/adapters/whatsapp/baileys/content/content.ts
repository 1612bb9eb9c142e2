import type { MessageKind } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import type { AdReply, Location, MessageMark } from '../../../../features/whatsapp-driver'
import { sanitizeText } from './sanitize-values'

/** The media types by which WhatsApp derives keys and chooses upload paths. A voice note is `audio`. */
export const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const
export type MediaType = (typeof mediaTypes)[number]

/** The media reference: what is needed to fetch and decrypt a file later. Plain JSON; bytes are base64. */
export interface MediaReference {
  type: MediaType
  mediaKey: string
  /** '' or a path that begins with `/`. */
  directPath: string
  /** '' or a URL on one of WhatsApp's own hosts. */
  url: string
  fileEncSha256: string
  fileSha256: string
  mimetype: string
  /** As the sender states it; 0 when absent. */
  fileLength: number
}

export interface MediaPart {
  /** '' when the sender gave none. */
  name: string
  claimedMimeType: string
  durationSeconds: number
  waveform: string | undefined
  thumbnail: string | undefined
  sizeBytes: number
  type: MediaType
  reference: MediaReference
}

/** The content of a message, before the check whether its sender is allowed to send it. */
export type ReadContent =
  | {
      as: 'message'
      kind: MessageKind
      body: string
      quotedWaId: string
      location: Location | undefined
      vcard: string
      ad: AdReply | undefined
      marks: MessageMark[]
      /** Undefined although the message has a media type: the file cannot be fetched. */
      media: MediaPart | undefined
    }
  | { as: 'reaction'; target: proto.IMessageKey; emoji: string }
  | { as: 'revision'; target: proto.IMessageKey; deleted: boolean; body: string }
  | { as: 'nothing' }

/** The content of one field of a message; quote, author and marks are added around it. */
export type Reading =
  | {
      as: 'content'
      kind: MessageKind
      body: string
      location?: Location | undefined
      vcard?: string
      media?: MediaPart | undefined
    }
  | Exclude<ReadContent, { as: 'message' }>

export const nothing: Reading = { as: 'nothing' }
export const unsupported: Reading = { as: 'content', kind: 'unsupported', body: '' }

/** A text with each argument on its own line; without any text the message is unsupported. */
export const toText = (...lines: string[]): Reading => {
  const body = sanitizeText(lines.filter((line) => line.trim() !== '').join('\n'))
  return body === '' ? unsupported : { as: 'content', kind: 'chat', body }
}
