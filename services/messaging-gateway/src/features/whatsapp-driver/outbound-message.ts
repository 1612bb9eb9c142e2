import type { Readable } from 'node:stream'

import type { MessageKind } from '@balcao/contracts'

import type { Location, MessageTarget } from './inbound-message'

export interface OutboundMedia {
  name: string
  mimeType: string
  sizeBytes: number
  /** A fresh stream of the bytes at each call. */
  open(): Promise<Readable>
}

export interface OutboundMessage {
  /** Chosen by us, the same at every retry: the network and the phone know a repeat by it. */
  waId: string
  remoteJid: string
  kind: MessageKind
  body: string
  media: OutboundMedia | undefined
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | undefined
  location: Location | undefined
  vcard: string
  /** How long "typing…" is shown before it leaves. */
  typingMs: number
}

export interface OutboundRevoke {
  /** Id of the deletion itself. */
  waId: string
  targetWaId: string
  remoteJid: string
  /** Who wrote the target: our own number in a group, where the network names writers; else ''. */
  participant: string
}

export interface OutboundEdit {
  /** Id of the edit itself. */
  waId: string
  targetWaId: string
  remoteJid: string
  body: string
}

export interface OutboundReaction {
  /** Id of the reaction itself. */
  waId: string
  target: MessageTarget
  /** '' takes it back. */
  emoji: string
}
