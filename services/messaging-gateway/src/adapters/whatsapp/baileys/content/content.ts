import type { MessageKind } from '@balcao/contracts'
import type { proto } from '@whiskeysockets/baileys'

import type { AdReply, Location, MessageMark } from '../../../../features/whatsapp-driver'
import { saneText } from './sane-values'

/** The families of files by which WhatsApp derives keys and chooses upload paths. A voice note is `audio`. */
export const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const
export type MediaType = (typeof mediaTypes)[number]

/** What a file needs to be fetched and decrypted later. Plain JSON; bytes are base64. */
export interface MediaTicket {
  type: MediaType
  mediaKey: string
  /** '' or a path that begins with `/`. */
  directPath: string
  /** '' or an address at WhatsApp's own hosts. */
  url: string
  fileEncSha256: string
  fileSha256: string
  mimetype: string
  /** As the sender says; 0 when it does not. */
  fileLength: number
}

export interface MediaPart {
  /** '' when the sender gave none. */
  name: string
  claimedMimeType: string
  durationSeconds: number
  sizeBytes: number
  type: MediaType
  ticket: MediaTicket
}

/** What a message says, before it is known whether its sender may say so. */
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
      /** Undefined in a message of a file's kind: it cannot be fetched. */
      media: MediaPart | undefined
    }
  | { as: 'reaction'; target: proto.IMessageKey; emoji: string }
  | { as: 'revision'; target: proto.IMessageKey; deleted: boolean; body: string }
  | { as: 'nothing' }

/** What one field of a message says; who quoted what and how it is marked is added around it. */
export type Reading =
  | {
      as: 'said'
      kind: MessageKind
      body: string
      location?: Location | undefined
      vcard?: string
      media?: MediaPart | undefined
    }
  | Exclude<ReadContent, { as: 'message' }>

export const nothing: Reading = { as: 'nothing' }
export const unsupported: Reading = { as: 'said', kind: 'unsupported', body: '' }

/** Words on a line of their own each; a message that has none is not supported. */
export const words = (...lines: string[]): Reading => {
  const body = saneText(lines.filter((line) => line.trim() !== '').join('\n'))
  return body === '' ? unsupported : { as: 'said', kind: 'chat', body }
}
