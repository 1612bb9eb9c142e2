import type { Readable } from 'node:stream'

import type { MessageKind } from '@balcao/contracts'

export interface Location {
  latitude: number
  longitude: number
  name: string
  address: string
}

/** A person as the network shows them: digits of the number, the privacy id (LID), or both. */
export interface Person {
  number: string
  lid: string
  name: string
}

/** A file on its way in. `open` may be called again after a failure. */
export interface InboundMedia {
  name: string
  claimedMimeType: string
  durationSeconds: number
  /** As the sender says; 0 when it does not. */
  sizeBytes: number
  /**
   * How to fetch it later, by any session of the connection: plain JSON, kept encrypted. Undefined when it cannot be
   * fetched again.
   */
  reference: unknown
  /** @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA when it cannot be had now. Ends early when the bytes are not the sender's. */
  open(): Promise<Readable>
}

/** The ad or post that somebody wrote from, as their app says. */
export interface AdReply {
  title: string
  body: string
  /** http or https, or ''. */
  url: string
  /** `ad` or `post`. */
  sourceType: string
  /** The ad's id at its network. */
  sourceId: string
  /** JPEG of at most 16 KiB in base64, or ''. */
  thumbnail: string
}

/** What WhatsApp shows above a bubble. */
export const messageMarks = ['forwarded', 'viewOnce', 'ephemeral'] as const
export type MessageMark = (typeof messageMarks)[number]

/** A message as the network delivered it. Its identity is (remoteJid, participant, fromMe, waId). */
export interface InboundMessage {
  waId: string
  remoteJid: string
  /** Who wrote, in a group; else ''. */
  participant: string
  /** Written by our own number, on the phone or another device. */
  fromMe: boolean
  isGroup: boolean
  /** The chat's other side; of a group `name` is its subject. */
  contact: Person
  /** Who wrote, in a group. */
  sender: Person | undefined
  /** `placeholder`: it came without content, and our phone may be asked for it; `phoneOnly`: it shows on the phone only. */
  kind: MessageKind
  body: string
  media: InboundMedia | undefined
  quotedWaId: string
  location: Location | undefined
  vcard: string
  ad: AdReply | undefined
  marks: readonly MessageMark[]
  sentAt: Date
}

/** An emoji on the message with this identity. */
export interface InboundReaction extends MessageTarget {
  /** '' takes it back. */
  emoji: string
  /** Who put it; undefined: our own number, on the phone. */
  by: Person | undefined
  sentAt: Date
}

/** Somebody rings. `waId` is the call's own id: repeated frames of one call carry the same. */
export interface InboundCall {
  waId: string
  remoteJid: string
  contact: Person
  isVideo: boolean
  sentAt: Date
}

/** Names a message on the network. */
export interface MessageTarget {
  remoteJid: string
  /** Who wrote it, in a group; else ''. */
  participant: string
  fromMe: boolean
  waId: string
}

/** The sender edited (`body`) or deleted an earlier message for everyone. */
export interface InboundRevision extends MessageTarget {
  deleted: boolean
  body: string
}

/** How a chat shows a file of this type. */
export function mapMimeToKind(mimeType: string): MessageKind {
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'application'
}
