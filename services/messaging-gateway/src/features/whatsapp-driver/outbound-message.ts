import type { Readable } from 'node:stream'

import type { MessageKind } from '@balcao/contracts'
import type { Choices, FilledTemplate } from '@balcao/contracts/wire'

import type { Address } from './address'
import type { Location, MessageTarget } from './inbound-message'

export interface OutboundMedia {
  /** Of the stored object: the bytes of a key never change. */
  key: string
  name: string
  mimeType: string
  sizeBytes: number
  /** A new stream of the bytes at each call. `range` is inclusive on both ends. */
  open(range?: { start: number; end: number }): Promise<Readable>
  /** Of a PDF: its first page as a JPEG. Undefined for other files and when it cannot be drawn. Draws again at each call. */
  firstPage?(): Promise<Buffer | undefined>
}

/** What a phone shows of the page behind a link, without asking the page itself. */
export interface LinkPreview {
  /** The link as it stands in the text. */
  matchedText: string
  title: string
  description: string
  /** JPEG; empty without one. */
  thumbnail: Buffer
}

export interface OutboundMessage {
  /** Chosen by us, the same at every retry: an idempotent network drops repeats by it. */
  waId: string
  chat: Address
  kind: MessageKind
  body: string
  media: OutboundMedia | undefined
  quoted: { waId: string; fromMe: boolean; author: Address | undefined; body: string } | undefined
  location: Location | undefined
  vcard: string
  /** Of the kind `template`: `body` is its text as the customer reads it. */
  template?: FilledTemplate | undefined
  /** Of a text, which says the same: sent in its place by a driver with buttons and lists. */
  choices?: Choices | undefined
  /** Of a text: below it is a button to share the number, on a driver that `asksNumbers`. */
  asksNumber?: boolean | undefined
  /** Shown as forwarded. */
  isForwarded?: boolean | undefined
  /** How long "typing…" is shown before it is sent. */
  typingMs: number
  /** Of the text's link, undefined when it has none to show. Fetches it: for the first try only, a retry sends what was kept. */
  linkPreview?(): Promise<LinkPreview | undefined>
}

export interface OutboundRevoke {
  /** Id of the deletion itself. */
  waId: string
  targetWaId: string
  chat: Address
  /** The target's author in a group (our own number); else undefined. */
  author: Address | undefined
}

export interface OutboundEdit {
  /** Id of the edit itself. */
  waId: string
  targetWaId: string
  chat: Address
  body: string
}

export interface OutboundReaction {
  /** Id of the reaction itself. */
  waId: string
  target: MessageTarget
  /** '' removes the reaction. */
  emoji: string
}
