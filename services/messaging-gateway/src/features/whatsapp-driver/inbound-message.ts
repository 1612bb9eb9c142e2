import type { Readable } from 'node:stream'

import type { MessageKind } from '@balcao/contracts'

import type { Address } from './address'

export interface Location {
  latitude: number
  longitude: number
  name: string
  address: string
}

/** A person by the digits of their number, a privacy id, or both. */
export interface Person {
  number: string
  lid: string
  /** The official API's id of a person for one business portfolio: country, a dot, up to 128 letters and digits. */
  bsuid?: string | undefined
  name: string
}

/** A received file, not downloaded yet. `open` may be called again after a failure. */
export interface InboundMedia {
  name: string
  claimedMimeType: string
  durationSeconds: number
  /** Of a voice note, as the sender states it; see `encodeWaveform`. */
  waveform?: string | undefined
  /** Of a document, as the sender's app drew it: a JPEG of at most 16 KiB in base64. */
  thumbnail?: string | undefined
  /** As the sender claims; 0 when unknown. */
  sizeBytes: number
  /**
   * Media reference for a later download by any session of the connection: JSON, stored encrypted. Undefined when it cannot be
   * downloaded later.
   */
  reference: unknown
  /** @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA. The stream ends with an error when the bytes do not match the sender's hash. */
  open(): Promise<Readable>
}

/** The ad or post from which a chat was started, as claimed by the sender's app. */
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

/** A message as the network delivered it. Its identity is (chat, author, fromMe, waId). */
export interface InboundMessage extends MessageTarget {
  /** The chat's other side; of a group `name` is its subject. */
  contact: Person
  /** The author in a group. */
  sender: Person | undefined
  /** `placeholder`: it came without content, and our phone can be asked for it; `phoneOnly`: it can be read on the phone only. */
  kind: MessageKind
  body: string
  media: InboundMedia | undefined
  quotedWaId: string
  location: Location | undefined
  vcard: string
  /** Which of our choices was tapped; `body` is its title. */
  choiceId?: string | undefined
  ad: AdReply | undefined
  marks: readonly MessageMark[]
  sentAt: Date
}

/** A reaction to the message with this identity. */
export interface InboundReaction extends MessageTarget {
  /** The network does not tell whose message it is: `fromMe` is a guess. */
  isWriterUnknown?: true
  /** '' removes the reaction. */
  emoji: string
  /** Undefined: our own number, on the phone. */
  by: Person | undefined
  sentAt: Date
}

/**
 * A customer has another number, as the network says: who they were and who they are. Each has a number, a privacy id or both. Named
 * like a message, with the chat that it was; the same in repeated notices.
 */
export interface NumberChange {
  waId: string
  chat: Address
  before: Person
  after: Person
  changedAt: Date
}

/**
 * `rings`: now. `missed`: nobody took it, where no phone of ours rang. `permitted`: no call; the customer may be called from now on.
 */
export type CallEvent = 'rings' | 'missed' | 'permitted'

/** An incoming call. `waId` names the event, the same in repeated frames. */
export interface InboundCall {
  event: CallEvent
  waId: string
  chat: Address
  contact: Person
  isVideo: boolean
  sentAt: Date
}

/** The identity of a message on the network. */
export interface MessageTarget {
  chat: Address
  /** Who wrote it, in a group; else undefined. */
  author: Address | undefined
  /** Written by our own number, from here, on the phone or on another device. */
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
